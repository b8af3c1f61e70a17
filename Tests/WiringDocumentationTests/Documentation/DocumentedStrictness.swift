import Testing
import WiringTesting

// The code of "Replacing dependencies in tests" about strict tests.

// WritingStrictTests.md: var hashing

// WritingStrictTests.md: var screenshots

// WritingStrictTests.md: struct Analytics

/// Hides the known issues that these tests demonstrate, and the warnings that other tests cause.
@Suite(.timeLimit(.minutes(10)), .compactMapIssues { $0.isFailure ? $0 : nil }) struct DocumentedStrictness {
    // ReplacingDependenciesInTests.md: func asksForTheSkyWithoutAWarning

    // WritingStrictTests.md: func tellsTheSky

    // WritingStrictTests.md: withKnownIssue {

    // WritingStrictTests.md: func mayBeReal

    @Test(.container) func usesUnimplementedDependencies() async {
        await withKnownIssue {
            for await _ in Container.shared.screenshots() {}
        }
        let now = Container.shared.now()
        withKnownIssue { #expect(now() == 1) }
        withKnownIssue { Analytics.testValue.track("event") }
        await withKnownIssue {
            await #expect(throws: (any Error).self) { try await Analytics.testValue.fetch("page") }
        }
    }

    // WritingStrictTests.md: func mayUsePlaceholders

    // ReplacingDependenciesInTests.md: func aReportAsksForTheWeather
}

import Foundation
import Testing
import WiringTesting

extension Container {
    fileprivate var leaf: Factory<Int> { self { 1 }.cached }
    fileprivate var pair: Factory<[Int]> { self { [self.leaf(), self.leaf()] } }
    fileprivate var spare: Factory<@Sendable () -> Int> { self { unimplemented("spare", placeholder: 0) } }
}

private let declarations = 6

/// These run in another process, because some of them fail: see ``AttachmentTests``.
@Suite(.enabled(if: ProcessInfo.processInfo.environment[TestProcess.variable] != nil), .container)
struct AttachmentProbes {
    @Suite struct One {
        @Test func fails() {
            _ = Container.shared.pair()
            Container.shared.leaf.override { 2 }
            #expect(Container.shared.leaf() == 1)
        }

        @Test func passes() { _ = Container.shared.pair() }

        @Test func hasOnlyKnownIssue() {
            _ = Container.shared.pair()
            withKnownIssue { Issue.record("known") }
        }

        @Test func hasOnlyWarning() {
            _ = Container.shared.pair()
            Issue.record("a warning", severity: .warning)
        }

        @Test func failsWithoutResolution() { Issue.record("failed") }
    }

    @Suite struct Beside {
        private static let (start, end) = (Barrier(of: 3), Barrier(of: 3))

        @Test(arguments: 0..<3) func passes(_ number: Int) async {
            _ = Container.shared.leaf()
            await Self.start.wait()
            // It belongs to no test.
            if number == 0 { await Task.detached { _ = Issue.record("of no test") }.value }
            await Self.end.wait()
        }
    }

    @Suite(.container(.strict)) struct Alone {
        @Test func passes() async { await Task.detached { _ = Issue.record("of no test") }.value }
    }

    @Test func throwsAnError() throws {
        _ = Container.shared.leaf()
        throw CocoaError(.featureUnsupported)
    }

    @Test func failsAtEnd() async {
        let spare = Container.shared.spare()
        await Task.detached { _ = spare() }.value
    }

    @Test(
        .timeLimit(.minutes(10)),
        IssueOutside(),
        .container(.strict),
        .allow(\.leaf),
        .override(\.pair) { [] }
    ) func isEndedByTimeLimit() {
        _ = Container.shared.leaf()
        withUnsafeCurrentTask { $0?.cancel() }
    }

    @Test func catchesErrorOfItsCancellation() {
        _ = Container.shared.leaf()
        try? Test.cancel("cancelled by the test")
    }

    @Test(
        .container {
            _ = $0.leaf()
            try Test.cancel("cancelled by a trait")
        }
    ) func isCancelled() {}

    @Test(.container(.strict)) func resolvesLiveDependencyThreeTimes() {
        for _ in 0..<3 { _ = Container.shared.leaf() }
    }

    @Test func exceedsResolutionLimit() {
        for _ in 0..<10_003 { _ = Container.shared.leaf() }
        Issue.record("failed")
    }
}

/// Records an issue outside of a test's other traits, as a time limit does when it cancels the test.
private struct IssueOutside: TestTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await function()
        Issue.record("the time limit was exceeded")
    }
}

#if os(Linux)
    @Suite struct AttachmentTests {
        @Test func onlyFailingTestAttachesItsResolutions() async throws {
            let run = try await TestProcess("AttachmentProbes/One")
            #expect(run.status != 0)
            #expect(Array(run.attachments.keys) == ["resolutions.txt"])
            let (leaf, pair) = (Self.location(declarations), Self.location(declarations + 1))
            #expect(
                run.attachments["resolutions.txt"] == """
                    Container.pair<Array<Int>> = declaration  \(pair)
                        Container.leaf<Int> = declaration  \(leaf)
                        Container.leaf<Int> = scope  \(leaf)
                    Container.leaf<Int> = replacement  \(leaf)

                    """
            )
        }

        @Test(arguments: ["Alone", "Beside"]) func issueOfNoTestIsRecordedOnceAndFailsNoTest(suite: String) async throws
        {
            let run = try await TestProcess("AttachmentProbes/\(suite)")
            #expect(run.status != 0)
            #expect(run.output.components(separatedBy: "of no test").count - 1 == 1)
            #expect(run.attachments.isEmpty)
        }

        @Test func throwingTestAttachesItsResolutions() async throws {
            let run = try await TestProcess("AttachmentProbes/throwsAnError")
            let line = "Container.leaf<Int> = declaration  \(Self.location(declarations))\n"
            #expect(run.attachments == ["resolutions.txt": line])
        }

        @Test func testThatATimeLimitEndsAttachesItsResolutionsAndNeedNotUseReplacements() async throws {
            let run = try await TestProcess("AttachmentProbes/isEndedByTimeLimit")
            let line = "Container.leaf<Int> = declaration  \(Self.location(declarations))\n"
            #expect(run.attachments == ["resolutions.txt": line])
            #expect(run.output.contains("the time limit was exceeded"))
            #expect(!run.output.contains("never used"))
        }

        @Test func cancelledTestAttachesNothing() async throws {
            let run = try await TestProcess("AttachmentProbes/isCancelled")
            #expect(run.status == 0)
            #expect(run.attachments.isEmpty)
        }

        @Test func cancelledTestThatCatchesTheErrorAttachesNothing() async throws {
            let run = try await TestProcess("AttachmentProbes/catchesErrorOfItsCancellation")
            #expect(run.status == 0)
            #expect(run.attachments.isEmpty)
        }

        @Test func testFailingAtItsEndAttachesItsResolutions() async throws {
            let run = try await TestProcess("AttachmentProbes/failsAtEnd")
            let line = "Container.spare<@Sendable () -> Int> = declaration  \(Self.location(declarations + 2))\n"
            #expect(run.attachments == ["resolutions.txt": line])
        }

        @Test func resolutionsBeyondLimitAreCounted() async throws {
            let run = try await TestProcess("AttachmentProbes/exceedsResolutionLimit")
            let lines = run.attachments["resolutions.txt"]?.split(separator: "\n")
            #expect(lines?.count == 10_001)
            #expect(lines?.last == "and 3 more")
        }

        @Test func repeatedIssueAtOneLineIsReportedOnce() async throws {
            let run = try await TestProcess("AttachmentProbes/resolvesLiveDependencyThreeTimes")
            #expect(
                run.output.components(separatedBy: "Wiring: this strict test used the real Container.leaf<Int>").count
                    - 1 == 1
            )
            #expect(run.attachments["resolutions.txt"]?.split(separator: "\n").count == 3)
        }

        private static func location(_ line: Int) -> String { "WiringTestingTests/AttachmentTests.swift:\(line)" }
    }
#endif

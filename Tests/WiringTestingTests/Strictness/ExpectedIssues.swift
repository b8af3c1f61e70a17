import Testing
import Wiring

/// Expects issues of a test, including those that are recorded at its end. Each must be recorded as often as it is listed. They
/// do not appear in the test's output.
struct ExpectedIssues: TestTrait, SuiteTrait, TestScoping {
    struct Expectation: Sendable {
        let severity: Issue.Severity
        /// The lines of the message. `*` at the end of a line matches the rest of that line. `…` as the last line matches any
        /// further lines.
        let lines: [String]
        /// `nil` for the line of the test.
        let line: Int?
    }

    let expectations: [Expectation]

    /// On a suite, it expects the issues of each test.
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let remaining = Remaining(expectations)
        let handler = IssueHandlingTrait.compactMapIssues { issue in
            guard issue.severity < .error else { return issue.isFailure ? issue : nil }
            return remaining.take { $0.describes(issue, of: test) } ? nil : issue
        }
        try await handler.provideScope(for: test, testCase: testCase) {
            // Missing issues are reported below.
            try await withKnownIssue(isIntermittent: true) {
                try await function()
            } matching: { issue in
                issue.severity >= .error && remaining.take { $0.describes(issue, of: test) }
            }
        }
        for expectation in remaining.all { Issue.record("this issue was not recorded: \(expectation)") }
    }
}

extension ExpectedIssues.Expectation {
    fileprivate func describes(_ issue: Issue, of test: Test) -> Bool {
        let place = issue.sourceLocation
        guard place?.line == line ?? test.sourceLocation.line, place?.fileID == test.sourceLocation.fileID,
            place?.filePath == test.sourceLocation.filePath,
            issue.severity == severity,
            let message = issue.comments.first?.rawValue
        else { return false }
        var (found, lines) = (message.split(separator: "\n", omittingEmptySubsequences: false), lines)
        if lines.last == "…" {
            lines.removeLast()
            found = Array(found.prefix(lines.count))
        }
        return found.count == lines.count
            && zip(found, lines).allSatisfy { found, expected in
                expected.hasSuffix("*") ? found.hasPrefix(expected.dropLast()) : found == expected
            }
    }
}

/// The rest of a list that several threads take elements from.
private final class Remaining<Element: Sendable>: Sendable {
    private let elements: Protected<[Element]>

    init(_ elements: [Element]) { self.elements = Protected(elements) }

    var all: [Element] { elements.withLock { $0 } }

    func take(where matches: (Element) -> Bool) -> Bool {
        elements.withLock { elements in
            guard let index = elements.firstIndex(where: matches) else { return false }
            elements.remove(at: index)
            return true
        }
    }
}

extension Trait where Self == IssueHandlingTrait {
    /// Records a warning as a failure.
    static var failingOnWarnings: Self {
        .compactMapIssues { issue in
            var issue = issue
            issue.severity = .error
            return issue
        }
    }
}

extension Trait where Self == ExpectedIssues {
    /// Expects an issue with these lines at a line of this file. In a trait, `#line` is the line of the `func` or type
    /// that has the trait.
    static func expecting(_ lines: String..., at line: Int? = nil) -> Self {
        expecting(.error, lines, at: line)
    }

    /// Expects a warning.
    static func expectingWarning(_ lines: String..., at line: Int? = nil) -> Self {
        expecting(.warning, lines, at: line)
    }

    private static func expecting(_ severity: Issue.Severity, _ lines: [String], at line: Int?) -> Self {
        ExpectedIssues(expectations: [ExpectedIssues.Expectation(severity: severity, lines: lines, line: line)])
    }
}

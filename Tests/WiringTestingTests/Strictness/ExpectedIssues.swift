import Synchronization
import Testing

/// Expects issues of a test, those included that are recorded at its end; each must be recorded as often as it is named. They
/// are not in the test's output.
struct ExpectedIssues: TestTrait, TestScoping {
    struct Expectation: Sendable {
        let severity: Issue.Severity
        /// The message's lines, one after the other; `*` at the end of one stands for the rest of that line, and `…` in place of
        /// the last for any further lines.
        let lines: [String]
        /// `nil` for the test's own line.
        let line: Int?
    }

    let expectations: [Expectation]

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let left = Collected(expectations)
        let handler = IssueHandlingTrait.compactMapIssues { issue in
            guard issue.severity < .error else { return issue.isFailure ? issue : nil }
            return left.take { $0.describes(issue, of: test) } ? nil : issue
        }
        try await handler.provideScope(for: test, testCase: testCase) {
            // What was not recorded is told below.
            try await withKnownIssue(isIntermittent: true) {
                try await function()
            } matching: { issue in
                issue.severity >= .error && left.take { $0.describes(issue, of: test) }
            }
        }
        for expectation in left.all { Issue.record("this issue was not recorded: \(expectation)") }
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

/// What is left of a list that several threads take from.
private final class Collected<Element: Sendable>: Sendable {
    private let elements: Mutex<[Element]>

    init(_ elements: [Element]) { self.elements = Mutex(elements) }

    var all: [Element] { elements.withLock { $0 } }

    func take(where isSought: (Element) -> Bool) -> Bool {
        elements.withLock { elements in
            guard let index = elements.firstIndex(where: isSought) else { return false }
            elements.remove(at: index)
            return true
        }
    }
}

extension Trait where Self == ExpectedIssues {
    /// Expects an issue with these lines at a line of this file. In a trait, `#line` is the line of the test's `func`.
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

extension Trait where Self == IssueHandlingTrait {
    /// Leaves out of the output what fails nothing: known issues, which these tests ask for, and warnings, which strict tests
    /// have of what other tests do at the same time.
    static var withFailuresAlone: Self { .compactMapIssues { $0.isFailure ? $0 : nil } }
}

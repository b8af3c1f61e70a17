import Testing
import WiringTestingHook

extension Issue {
    /// Records an issue of the test that runs here, of Swift Testing or of XCTest.
    ///
    /// XCTest knows only failures.
    ///
    /// - Returns: The issue, which within `withKnownIssue` is not a failure.
    @discardableResult
    static func recordInAnyTest(_ message: String, severity: Severity = .error, at location: SourceLocation) -> Issue {
        let issue = record("\(message)", severity: severity, sourceLocation: location)
        if Test.current == nil, severity >= .error { XCTestFailure.record(message, at: location) }
        return issue
    }
}

/// Records an issue of the test that runs on the current task, if the core has no observer to report it to.
/// `WiringTestingHook` registers this function when the library is loaded.
@c @implementation
func wiring_testing_record_issue(
    _ message: UnsafePointer<CChar>,
    _ fileID: UnsafePointer<CChar>,
    _ line: Int,
    _ column: Int,
    _ anywhere: Bool
) -> Bool {
    let isInTest = Test.current != nil
    guard isInTest || anywhere else { return false }
    Issue.recordInAnyTest(
        String(cString: message),
        at: SourceLocation(
            fileID: String(cString: fileID),
            line: line,
            column: column,
            near: Test.current?.sourceLocation
        )
    )
    return isInTest
}

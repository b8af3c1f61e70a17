import Testing

/// What the core calls where something unimplemented was used without a container that reports to a test. `WiringTestingLoad`
/// registers it.
@_cdecl("wiring_testing_record_issue")
func recordIssue(
    _ message: UnsafePointer<CChar>,
    _ fileID: UnsafePointer<CChar>,
    _ line: Int,
    _ column: Int
) -> Bool {
    Issue.record(
        "\(String(cString: message))",
        sourceLocation: SourceLocation(fileID: String(cString: fileID), line: line, column: column, of: Test.current)
    )
    // Elsewhere nobody may see it.
    return Test.current != nil
}

private import WiringThread

extension CallSite {
    /// Records an issue of the running test at this place.
    ///
    /// - Parameter anywhere: Whether to record it even if no test runs on the current task.
    /// - Returns: Whether a test runs there.
    package func recordIssue(_ message: String, anywhere: Bool) -> Bool {
        wiring_record_issue(message, fileID, line, column, anywhere)
    }

    /// Records an issue at this place. If no test runs on the current task, it also writes the message to standard error.
    package func report(_ message: String) {
        if !recordIssue(message, anywhere: true) { wiring_write_error("\(self): \(message)\n") }
    }
}

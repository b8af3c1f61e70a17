private import WiringThread

/// The use of an unimplemented dependency.
package final class UnimplementedUse: Sendable {
    let name: String
    /// The path to the dependency; empty if nothing was being resolved.
    package let path: [PathStep]
    /// Where it is reported.
    package let call: CallSite
    /// The observer of what was being resolved then. Not retained, because a function may outlive its test.
    weak let owner: (any ContainerObserver)?
    /// Whether the dependency is a function that was called. It may have been made elsewhere, long before.
    let isFunction: Bool

    init(_ name: String, at call: CallSite, isFunction: Bool, owner: (any ContainerObserver)?) {
        self.name = name
        self.isFunction = isFunction
        path = ResolutionStack.path
        self.call = call
        self.owner = owner
    }
}

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

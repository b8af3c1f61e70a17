/// A failure that would stop the program, if no check ran. The check lists all of them.
package enum CollectedFailure: Sendable {
    case missingModule
    case duplicateKey

    /// Receives the failures while a check runs in the current task. The program goes on after each.
    ///
    /// Not a closure: with Swift 6.3.1, a release build that binds one crashes.
    @TaskLocal package static var collector: (any FailureCollecting)?
}

/// Receives failures, on any thread.
package protocol FailureCollecting: AnyObject, Sendable {
    /// - Parameters:
    ///   - text: What is wrong, the path to it, and what to write.
    ///   - call: The call that is wrong.
    func collect(_ failure: CollectedFailure, _ text: String, at call: CallSite)
    /// Receives the manager of a container whose `autoRegister()` has run during the check.
    func noteAutomaticRegistration(of manager: AnyObject)
}

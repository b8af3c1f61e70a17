/// A failure that would stop the program, if no check ran. The check lists all of them.
package final class CollectedFailure: Sendable {
    package enum Kind: Sendable {
        case missingModule
        case duplicateKey
    }

    package let kind: Kind
    /// What is wrong, the path to it, and what to write.
    package let text: String
    /// The call that is wrong.
    package let call: CallSite

    package init(kind: Kind, text: String, call: CallSite) {
        (self.kind, self.text, self.call) = (kind, text, call)
    }

    /// Receives the failures while a check runs in the current task. The program goes on after each.
    ///
    /// Not a closure: with Swift 6.3.1, a release build that binds one crashes.
    @TaskLocal package static var collector: (any FailureCollecting)?
}

/// Receives failures, on any thread.
package protocol FailureCollecting: AnyObject, Sendable {
    func collect(_ failure: CollectedFailure)
    /// Receives the manager of a container whose `autoRegister()` has run during the check.
    func noteAutomaticRegistration(of manager: AnyObject)
}

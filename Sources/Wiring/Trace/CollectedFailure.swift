/// A failure that would stop the program, if no check ran. The check lists all of them.
package struct CollectedFailure: Sendable {
    package enum Kind: Sendable {
        case missingModule
        case duplicateKey
    }

    package let kind: Kind
    /// What is wrong, the path to it, and what to write.
    package let text: String
    /// The call that is wrong.
    package let call: CallSite

    /// Receives the failures while a check runs in the current task. The program goes on after each.
    @TaskLocal package static var collect: (@Sendable (CollectedFailure) -> Void)?
}

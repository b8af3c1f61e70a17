/// A fault in how a program is wired. See ``Wiring/ManagedContainer/preflight(_:recorded:)`` and
/// ``ContainerEvent/Kinds/captives``.
public struct WiringFault: Sendable, Hashable, CustomStringConvertible {
    /// What is wrong.
    package enum Kind: Sendable {
        /// A singleton holds an instance that a container keeps, directly or through others. The singleton goes on
        /// using that instance after the container has ended or has made another one. A singleton that a
        /// ``Wiring/ChildContainer`` declares is reported as this kind, too. Resolving it stops the program.
        case captiveDependency
        /// A dependency needs itself, directly or through others, so resolving it stops the program.
        case cycle
        /// A promised dependency was not registered, so resolving it stops the program. Reported only where
        /// ``Wiring/ContainerManager/promiseTriggersError`` is `true`.
        case unkeptPromise
        /// A dependency has `onStart`, `onRun` or `onStop`, but no scope or a `Shared` one, so resolving it stops the
        /// program.
        case hooksWithoutScope
        /// A module is installed without one that it requires, or two modules require each other.
        case missingModule
        /// A registration, an override or a closure for a context can never make an instance, or a child has set one that
        /// cannot reach a singleton which needs the dependency.
        case unusableReplacement
        /// A launch argument or an environment variable selects closures in several modules.
        case ambiguousArgument
        /// A dependency that may be built anywhere needs one that belongs to the main actor. Reported only in debug
        /// builds.
        case mainActorDependency
        /// A key was contributed twice to a collection.
        case duplicateKey
        /// A dependency cannot be built, because its closure, or that of what it needs, threw an error.
        case failedConstruction
    }

    /// What is wrong.
    package let kind: Kind
    /// The fault, the path that leads to it with the places of the declarations, and what to write, on several lines.
    public let description: String
}

/// The faults of a program, as an error. See ``Wiring/ManagedContainer/preflight(_:recorded:)``.
public struct WiringFaults: Error, CustomStringConvertible {
    /// At least one fault.
    public let faults: [WiringFault]

    /// All faults, one after the other.
    @_documentation(visibility: internal)
    public var description: String {
        let count = faults.count == 1 ? "1 fault" : "\(faults.count) faults"
        return "Wiring: \(count) found:\n\n" + faults.map { "\($0)\n" }.joined(separator: "\n")
    }
}

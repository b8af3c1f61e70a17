/// Why a container could not be started, or why a run ended.
///
/// The errors of your own closures are thrown as they are.
public struct LifecycleError: Error, CustomStringConvertible {
    /// The kind of an error.
    public enum Reason: Sendable {
        /// The container is running, and cannot run a second time.
        case alreadyRunning
        /// The container was shut down meanwhile.
        case shutDown
        /// An `onRun` closure has returned before the body of the run.
        case onRunReturned
        /// A dependency was built before the start, and is not named.
        case builtBeforeStart
        /// The start of a dependency waits for itself.
        case circularStart
    }

    /// The kind of this error.
    public let reason: Reason
    /// What has happened, where the dependency is declared, and what to write.
    public let description: String

    static var alreadyRunning: Self { Self(reason: .alreadyRunning, description: Failure.textOfAlreadyRunning) }

    static var shutDown: Self { Self(reason: .shutDown, description: Failure.textOfShutDown) }

    static func ended(_ step: PathStep) -> Self { Self(reason: .onRunReturned, description: Failure.text(ended: step)) }

    static func builtBefore(_ step: PathStep, neededBy dependent: PathStep? = nil) -> Self {
        Self(reason: .builtBeforeStart, description: Failure.text(builtBefore: step, neededBy: dependent))
    }

    static func awaitsItself(_ step: PathStep) -> Self {
        Self(reason: .circularStart, description: Failure.text(awaitsItself: step))
    }
}

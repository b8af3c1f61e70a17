import Wiring

/// Why a container could not be started, or why a run ended.
///
/// The errors of your own closures are thrown as they are.
public struct LifecycleError: Error, CustomStringConvertible {
    /// The kind of an error. Later versions may have more.
    public struct Reason: Hashable, Sendable {
        private enum Kind {
            case alreadyRunning, shutDown, onRunReturned, builtBeforeStart, circularStart, startTimedOut
            case stopTimedOut, builtTooLate, dropped
        }

        private let kind: Kind

        /// The container was started, by `run` or by `start`, and has not stopped.
        public static let alreadyRunning = Reason(kind: .alreadyRunning)
        /// The container, or a parent of it, was shut down while it was starting or running; or another container was that had
        /// started a dependency.
        public static let shutDown = Reason(kind: .shutDown)
        /// An `onRun` closure returned before the body of the run did.
        public static let onRunReturned = Reason(kind: .onRunReturned)
        /// A dependency was built before the start, and `run` or `start` does not name it.
        public static let builtBeforeStart = Reason(kind: .builtBeforeStart)
        /// The start of a dependency waits for itself, perhaps through the closure of an asynchronous factory.
        public static let circularStart = Reason(kind: .circularStart)
        /// An `onStart` closure took longer than its limit.
        public static let startTimedOut = Reason(kind: .startTimedOut)
        /// A dependency took longer than its limit to stop. No caller receives this error.
        public static let stopTimedOut = Reason(kind: .stopTimedOut)
        /// A dependency was built while its container was shutting down, or after the operation of its child container, and was
        /// not started. No caller receives this error.
        public static let builtTooLate = Reason(kind: .builtTooLate)
        /// The scope of a dependency that `run` or `start` names, or that has an `onRun` closure, dropped its instance, for
        /// example because of a reset. After `start`, and for a child, no caller receives this error.
        public static let dropped = Reason(kind: .dropped)
    }

    /// The kind of this error.
    public let reason: Reason
    /// Describes the error: its cause, where the dependency is declared, and what to write.
    @_documentation(visibility: internal)
    public let description: String

    static func alreadyRunning(_ origin: StartCall) -> Self {
        Self(reason: .alreadyRunning, description: Failure.text(alreadyRunning: origin))
    }

    static func shutDown(_ origin: StartCall) -> Self {
        Self(reason: .shutDown, description: Failure.text(shutDown: origin))
    }

    static func refused(_ origin: StartCall) -> Self {
        Self(reason: .shutDown, description: Failure.text(refused: origin))
    }

    static func ended(_ step: PathStep) -> Self { Self(reason: .onRunReturned, description: Failure.text(ended: step)) }

    static func builtBefore(_ step: PathStep, neededBy dependent: PathStep? = nil) -> Self {
        Self(reason: .builtBeforeStart, description: Failure.text(builtBefore: step, neededBy: dependent))
    }

    static func stopping(_ step: PathStep, neededBy dependent: PathStep) -> Self {
        Self(reason: .shutDown, description: Failure.text(stopping: step, neededBy: dependent))
    }

    static func awaitsItself(_ step: PathStep, _ path: [PathStep]) -> Self {
        Self(reason: .circularStart, description: Failure.text(awaitsItself: step, path))
    }

    static func startTimedOut(_ step: PathStep, _ limit: Duration) -> Self {
        Self(reason: .startTimedOut, description: Failure.text(startOverrunBy: step, limit))
    }

    static func stopTimedOut(_ step: PathStep, _ limit: Duration, inRun: Bool) -> Self {
        Self(reason: .stopTimedOut, description: Failure.text(overrunBy: step, limit, inRun: inRun))
    }

    static func builtDuringShutdown(_ step: PathStep) -> Self {
        Self(reason: .builtTooLate, description: Failure.text(builtDuringShutdown: step))
    }

    static func dropped(_ step: PathStep, _ drop: InstanceDrop?) -> Self {
        let cause = drop?.cause ?? "another scope applies, or something has changed while it was built"
        return Self(reason: .dropped, description: Failure.text(dropped: step, because: cause, at: drop?.call))
    }

    static func builtAfterEnd(_ step: PathStep) -> Self {
        Self(reason: .builtTooLate, description: Failure.text(builtAfterEnd: step))
    }
}

extension LifecycleEvent {
    /// An error that no caller receives.
    static func unreceived(_ error: LifecycleError, _ step: PathStep, _ hook: LifecycleHook? = nil) -> Self {
        .unreceived(error, step, hook, text: error.description)
    }
}

import Wiring

/// Why a container could not be started, or why a run ended.
///
/// The errors of your own closures are thrown as they are.
public struct LifecycleError: Error, CustomStringConvertible {
    /// The kind of an error. Later versions may have more.
    public struct Reason: Hashable, Sendable {
        private enum Kind: String {
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
}

extension LifecycleError.Reason: CustomStringConvertible {
    /// The name of the property that has it.
    @_documentation(visibility: internal)
    public var description: String { kind.rawValue }
}

extension LifecycleError {
    static func alreadyRunning(_ origin: StartCall) -> Self {
        Self(
            .alreadyRunning,
            "\(origin.container) is already running",
            origin,
            "To start more, call `start`. To run it again, wait until this run ends, or call `shutdown()`."
        )
    }

    static func shutDown(_ origin: StartCall) -> Self {
        Self(
            .shutDown,
            "\(origin.container) was shut down",
            origin,
            "To start it again, wait until `shutdown()` has returned."
        )
    }

    /// - Parameter origin: The call that cannot start a child.
    static func refused(_ origin: StartCall) -> Self {
        Self(
            .shutDown,
            """
            \(origin.container) cannot be started: it or a parent is shutting down, or its operation has ended
                  called at \(origin.site)
            Start it within the operation of `withChildContainer`, before the shutdown.
            """
        )
    }

    static func ended(_ step: PathStep) -> Self {
        Self(
            .onRunReturned,
            "the onRun closure of \(step.description) has returned, which ends the run",
            step,
            """
            It must run until the container stops: until `onStop` makes it return or, without `onStop`, until its task is \
            cancelled. Put work that ends in `onStart` or in the body of the run.
            """
        )
    }

    static func builtBefore(_ step: PathStep, neededBy dependent: PathStep? = nil) -> Self {
        let advice =
            Advice(step).nameToStart.map { "it in `run` or `start`: `\($0)`" }
            ?? "in `run` or `start` a declaration without a scope that resolves it"
        return Self(
            .builtBeforeStart,
            """
            \(step.description) was built before the container was started
            \(((dependent.map { [$0] } ?? []) + [step]).listing)
            Do not resolve it before the run, or name \(advice).
            """
        )
    }

    /// The error of a start that is cancelled.
    static func stopping(_ step: PathStep) -> Self {
        Self(
            .shutDown,
            "\(step.description) has not started: the container that was starting it is stopping",
            step,
            "Start it again. If several containers use \(step.description), start the container that declares it first."
        )
    }

    static func stopping(_ step: PathStep, neededBy dependent: PathStep) -> Self {
        Self(
            .shutDown,
            """
            \(dependent.description) cannot start: the container that had started \(step.description) was shut down
            \([dependent, step].listing)
            Start it again. If several containers use \(step.description), start the container that declares it first.
            """
        )
    }

    /// - Parameter path: From what waits for the start back to it.
    static func awaitsItself(_ step: PathStep, _ path: [PathStep]) -> Self {
        Self(
            .circularStart,
            """
            the start of \(step.description) would wait for itself
            \(path.listing)
            In an onStart closure of what it depends on, do not call `start`, and do not await this dependency or what awaits \
            its start with `started()`.
            """
        )
    }

    static func startTimedOut(_ step: PathStep, _ limit: Duration) -> Self {
        Self(
            .startTimedOut,
            "the onStart closure of \(step.description) did not return within \(limit)",
            step,
            "Its task was cancelled. Return from the closure when its task is cancelled, or give it more time: `onStart(within:)`."
        )
    }

    /// - Parameter inRun: Whether the `onStop` closure has returned, and the `onRun` closure has not.
    static func stopTimedOut(_ step: PathStep, _ limit: Duration, inRun: Bool) -> Self {
        let advice =
            inRun
            ? """
            Its onStop closure returned, but its onRun closure did not. In onStop, tell the work of onRun to finish. If it did so \
            and needs more time, write `onStop(within:)`. If only cancellation ends that work, set no onStop closure.
            """
            : "To give it more time, write `onStop(within:)`."
        return Self(
            .stopTimedOut,
            "\(step.description) did not stop within \(limit)",
            step,
            "Its tasks were cancelled. What it depends on stops without waiting for it. \(advice)"
        )
    }

    static func builtDuringShutdown(_ step: PathStep) -> Self {
        Self(
            .builtTooLate,
            "\(step.description) was resolved while its container was shutting down, and was not started",
            step,
            "Resolve it before the shutdown."
        )
    }

    static func builtAfterEnd(_ step: PathStep) -> Self {
        Self(
            .builtTooLate,
            "\(step.description) was resolved from a child container whose operation has ended, and was not started",
            step,
            "Resolve it before the operation of `withChildContainer` returns, or from the parent."
        )
    }

    /// - Parameter drop: Why its scope has dropped it, if that is known.
    static func dropped(_ step: PathStep, _ drop: InstanceDrop?) -> Self {
        let cause = drop?.cause ?? "another scope applies, or something has changed while it was built"
        let place = drop?.call.map { "\n      called at \($0)" } ?? ""
        return Self(
            .dropped,
            """
            \(step.description) was dropped by its scope, and stops: \(cause)
            \([step].listing)\(place)
            `run` or `start` names it, or it has an onRun closure. Reset or replace it before the start or after the stop. Meanwhile, \
            reset other dependencies one by one.
            """
        )
    }

    private init(_ reason: Reason, _ text: String) { self.init(reason: reason, description: Failure.text(text)) }

    private init(_ reason: Reason, _ problem: String, _ origin: StartCall, _ advice: String) {
        self.init(reason, "\(problem)\n      started at \(origin.site)\n\(advice)")
    }

    private init(_ reason: Reason, _ problem: String, _ step: PathStep, _ advice: String) {
        self.init(reason, "\(problem)\n\([step].listing)\n\(advice)")
    }
}

extension LifecycleEvent {
    /// The failure that an observer of failures receives.
    var failure: (error: any Error, step: PathStep)? {
        switch self {
        case .failed(let error, let step, _), .unreceived(let error, let step?, .onStart, _):
            error is CancellationError ? nil : (error, step)
        default: nil
        }
    }
}

// Errors that no caller receives.
extension LifecycleEvent {
    static func unreceived(_ error: LifecycleError, _ step: PathStep, _ hook: LifecycleHook? = nil) -> Self {
        .unreceived(error, step, hook, text: error.description)
    }

    /// - Parameter hook: The closure that has failed; `nil` if none has.
    static func unreceived(_ error: any Error, ofInstance step: PathStep, _ hook: LifecycleHook?) -> Self {
        let origin = hook.map { "the \($0.rawValue) closure" } ?? "the start"
        let text = "\(origin) of \(step.description) has failed: \(error)\n\([step].listing)"
        return .unreceived(error, step, hook, text: Failure.text(text))
    }

    /// - Parameter origin: The call that names a dependency whose resolution has failed.
    static func unreceived(_ error: any Error, unresolvedIn origin: StartCall) -> Self {
        let text = """
            `\(origin.isRun ? "run" : "start")` could not resolve a dependency of \(origin.container): \(error)
                  started at \(origin.site)
            Another error has ended the start, so no caller receives this one.
            """
        return .unreceived(error, nil, nil, text: Failure.text(text))
    }
}

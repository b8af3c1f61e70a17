import Wiring

extension Failure {
    static func text(alreadyRunning origin: StartCall) -> String {
        text(
            "\(origin.container) is already running",
            origin,
            "To start more, call `start`. To run it again, wait until this run ends, or call `shutdown()`."
        )
    }

    static func text(shutDown origin: StartCall) -> String {
        text(
            "\(origin.container) was shut down",
            origin,
            "To start it again, wait until `shutdown()` has returned."
        )
    }

    /// - Parameter origin: The call that cannot start a child.
    static func text(refused origin: StartCall) -> String {
        text(
            """
            \(origin.container) cannot be started: it or a parent is shutting down, or its operation has ended
                  called at \(origin.site)
            Start it within the operation of `withChildContainer`, before the shutdown.
            """
        )
    }

    static func text(ended step: PathStep) -> String {
        text(
            "the onRun closure of \(step.description) has returned, which ends the run",
            step,
            """
            It must run until the container stops: until `onStop` makes it return or, without `onStop`, until its task is \
            cancelled. Put work that ends in `onStart` or in the body of the run.
            """
        )
    }

    static func text(builtBefore step: PathStep, neededBy dependent: PathStep?) -> String {
        text(
            """
            \(step.description) was built before the container was started
            \(((dependent.map { [$0] } ?? []) + [step]).listing)
            Do not resolve it before the run, or name it in `run` or `start`: `\(Advice(step).nameToStart)`.
            """
        )
    }

    static func text(stopping step: PathStep, neededBy dependent: PathStep) -> String {
        text(
            """
            \(dependent.description) cannot start: the container that had started \(step.description) was shut down
            \([dependent, step].listing)
            Start it again. If several containers use `\(Advice(step).nameToStart)`, start the container that declares it first.
            """
        )
    }

    /// - Parameter path: From what waits for the start back to it.
    static func text(awaitsItself step: PathStep, _ path: [PathStep]) -> String {
        text(
            """
            the start of \(step.description) would wait for itself
            \(path.listing)
            In an onStart closure of what it depends on, do not call `start`, and do not await this dependency or what awaits \
            its start with `started()`.
            """
        )
    }

    /// - Parameter hook: The name of the closure that has failed; `nil` if none has.
    static func text(of error: any Error, in hook: String?, of step: PathStep) -> String {
        let origin = hook.map { "the \($0) closure" } ?? "the start"
        return text("\(origin) of \(step.description) has failed: \(error)\n\([step].listing)")
    }

    /// - Parameter origin: The call that names a dependency whose resolution has failed.
    static func text(unresolved error: any Error, in origin: StartCall) -> String {
        let call = origin.isRun ? "run" : "start"
        return text(
            "`\(call)` could not resolve a dependency of \(origin.container): \(error)",
            origin,
            "Another error has ended the start, so no caller receives this one."
        )
    }

    /// - Parameters:
    ///   - cause: Why its scope has dropped it.
    ///   - call: The call that has caused that, if its place is known.
    static func text(dropped step: PathStep, because cause: String, at call: CallSite?) -> String {
        let place = call.map { "\n      called at \($0)" } ?? ""
        return text(
            """
            \(step.description) was dropped by its scope, and stops: \(cause)
            \([step].listing)\(place)
            `run` or `start` names it, or it has an onRun closure. Reset or replace it before the start or after the stop. Meanwhile, \
            reset other dependencies one by one.
            """
        )
    }

    static func text(builtDuringShutdown step: PathStep) -> String {
        text(
            "\(step.description) was resolved while its container was shutting down, and was not started",
            step,
            "Resolve it before the shutdown."
        )
    }

    static func text(builtAfterEnd step: PathStep) -> String {
        text(
            "\(step.description) was resolved from a child container whose operation has ended, and was not started",
            step,
            "Resolve it before the operation of `withChildContainer` returns, or from the parent."
        )
    }

    static func text(startOverrunBy step: PathStep, _ limit: Duration) -> String {
        text(
            "the onStart closure of \(step.description) did not return within \(limit)",
            step,
            "Its task was cancelled. Return from the closure when its task is cancelled, or give it more time: `onStart(within:)`."
        )
    }

    /// - Parameter inRun: Whether the `onStop` closure has returned, and the `onRun` closure has not.
    static func text(overrunBy step: PathStep, _ limit: Duration, inRun: Bool) -> String {
        let advice =
            inRun
            ? """
            Its onStop closure returned, but its onRun closure did not. In onStop, tell the work of onRun to finish. If it did so \
            and needs more time, write `onStop(within:)`. If only cancellation ends that work, set no onStop closure.
            """
            : "To give it more time, write `onStop(within:)`."
        return text(
            "\(step.description) did not stop within \(limit)",
            step,
            "Its tasks were cancelled. What it depends on stops without waiting for it. \(advice)"
        )
    }

    private static func text(_ problem: String, _ origin: StartCall, _ advice: String) -> String {
        text("\(problem)\n      started at \(origin.site)\n\(advice)")
    }

    private static func text(_ problem: String, _ step: PathStep, _ advice: String) -> String {
        text("\(problem)\n\([step].listing)\n\(advice)")
    }
}

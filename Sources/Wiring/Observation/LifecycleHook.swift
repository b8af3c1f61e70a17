/// A closure that starts, runs or stops an instance, by the name of the modifier that sets it. Later versions may add
/// cases, so a `switch` outside this package needs an `@unknown default`.
@nonexhaustive
public enum LifecycleHook: String, Sendable {
    /// Starts an instance.
    case onStart
    /// Runs from the start of an instance until its stop.
    case onRun
    /// Stops an instance.
    case onStop
}

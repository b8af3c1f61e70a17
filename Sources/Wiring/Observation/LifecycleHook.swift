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

extension LifecycleHook: CustomStringConvertible {
    public var description: String { rawValue }
}

/// What happens to the instances that a container has started.
package indirect enum LifecycleEvent: Sendable {
    /// An instance has started, and how long its `onStart` closure took.
    case started(PathStep, Duration)
    /// An instance has stopped, and how long that took.
    case stopped(PathStep, Duration)
    /// An instance has failed, in a hook if one has failed. A caller will receive the error.
    case failed(any Error, PathStep, LifecycleHook?)
    /// An error that no caller receives, of an instance if it concerns one, and in a hook if one has failed.
    case unreceived(any Error, PathStep?, LifecycleHook?, text: String)
}

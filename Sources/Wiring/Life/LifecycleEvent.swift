/// What a lifecycle tells its container.
package indirect enum LifecycleEvent: Sendable {
    /// An instance has started, and how long its `onStart` closure took.
    case started(PathStep, Duration)
    /// An instance has stopped, and how long that took.
    case stopped(PathStep, Duration)
    /// An instance has failed. A caller will receive the error.
    case failed(any Error, PathStep)
    /// An error that no caller receives, of an instance if it concerns one.
    case unreceived(any Error, PathStep?, text: String)

    /// An error that no caller receives.
    static func unreceived(_ error: LifecycleError, _ step: PathStep) -> Self {
        .unreceived(error, step, text: error.description)
    }
}

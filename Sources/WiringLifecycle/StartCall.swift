import Wiring

/// The call of `run` or `start` that starts a container.
struct StartCall: Sendable {
    /// Whether it is a `run`, which waits for the end.
    let isRun: Bool
    /// The container's type.
    let container: any Any.Type
    let site: CallSite
}

/// An observable event of a program. Instances are identified by serial numbers in the order of their creation, and zero stands
/// for no instance.
enum Event: Equatable {
    case began(autoRegisterOf: Int)
    /// A module registers in a container.
    case installed(Int, in: Int)
    case made(Int, by: Int, parameter: Int, of: [Int])
    case decorated(Int, by: Int, isNew: Bool?)
    /// A closure has decorated an instance, or `nil`.
    case wrapped(Int, by: Int, inner: Int)
    case resolved(Int)
    case collected([Int])
    /// A dictionary was resolved.
    case collectedByKey([Int: Int])
    case isEmpty([Bool], ScopeName?)
    /// A start has succeeded or failed.
    case startEnded(Bool)
    /// An instance has started while instances that it needs were running.
    case started(Int, needing: [Int])
    /// An instance has stopped while instances that it needs, and others that need it, were running.
    case stopped(Int, needing: [Int], neededBy: [Int])
    /// A number of starts have failed after the call that caused them.
    case startsHaveFailed(Int)
    /// A held provider was resolved, but its container is gone.
    case containerIsGone
    /// An explanation does not say what the resolution then did. The model never returns this.
    case explainedWrongly(String)
    case alive(Int, containers: Int)
}

extension Event {
    /// Whether it comes from a hook, and not from the calling thread.
    var isOfLife: Bool {
        switch self {
        case .started, .stopped, .startsHaveFailed: true
        default: false
        }
    }
}

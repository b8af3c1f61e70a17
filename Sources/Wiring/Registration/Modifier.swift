/// What one modifier sets, except a scope.
@usableFromInline
struct Modifier: Sendable {
    @usableFromInline
    enum Kind: UInt8, Sendable {
        /// What the program was started with: a launch argument, or a variable of its environment.
        case input
        case preview, test, debug, simulator, device
        case start, run, stop
        /// Takes an instance.
        case decorator
        /// Takes an instance, and whether it is new.
        case decoratorOfNew
        case timeToLive

        /// Whether it starts or stops an instance.
        var isHook: Bool {
            switch self {
            case .start, .run, .stop: true
            default: false
            }
        }

        /// Whether it is due at each resolution.
        var isObserved: Bool {
            switch self {
            case .decorator, .decoratorOfNew, .timeToLive: true
            default: false
            }
        }
    }

    /// What it sets besides a closure.
    @usableFromInline
    enum Detail: Equatable, Sendable {
        case none
        /// The launch argument that the closure is for.
        case argument(String)
        /// The environment variable, and its value, that the closure is for.
        case variable(String, String)
        case timeToLive(TimeToLive)
        /// How long a start or a stop may take.
        case limit(Duration)
    }

    let kind: Kind
    let detail: Detail
    let closure: ErasedClosure?

    /// Whether it holds nothing that a container could be kept alive by.
    var capturesNothing: Bool { closure?.capturesNothing ?? true }
}

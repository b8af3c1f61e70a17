import Wiring

/// One step of a program.
indirect enum Operation: Equatable {
    case use(Use)
    case push(Int)
    case pop(Int)
    case reset(Int, FactoryResetOptions)
    case resetScope(Int, ScopeName)
    case setDefaultScope(Int, ScopeName?)
    case setDecorator(Int, Int?)
    /// Asks for `isEmpty` with every option, and for the default scope.
    case look(Int)
    /// Lets a container go, and makes another in its place.
    case replace(Int)
    case resetSingletons(SingletonPlace)
    /// Makes a clone of a scope, in place of another.
    case cloneSingletons(Int, into: Int)
    /// From here on this world's container is `Container.shared`.
    case share(Int)
    /// From here on this scope is `Scope.singleton`.
    case bindSingletons(Int)
    case wait(Double)
    case setArgument(String, key: String)
    case removeArgument(key: String)
    case launch([String])
    case turn(Situation, Bool)
    /// Lets an instance go.
    case release(Int)
    /// Lets a factory go.
    case forget(Int)
}

/// A factory, what is changed about it, and what becomes of it then.
struct Use: Equatable {
    var source: Source
    var changes: [Change]
    var ending: Ending

    enum Source: Equatable {
        case declared(Int, in: Int)
        /// A factory that is held since before.
        case held(Int)
    }

    enum Ending: Equatable {
        case nothing
        case resolve(parameter: Int, hold: Int?)
        /// Holds the factory.
        case hold(Int)
    }
}

/// What can be done with a factory, but to resolve it.
enum Change: Equatable {
    /// A modifier of its own: `.cached`.
    case property(ScopeName)
    case scope(ScopeName?)
    case timeToLive(Double)
    case decorator(Int)
    case context(Situation, Recipe)
    case scopeOnParameters
    case once
    case register(Recipe)
    case override(Recipe)
    case reset(FactoryResetOptions)
}

/// What a factory can have a closure of its own for.
enum Situation: Hashable {
    case argument(String)
    case preview, test, simulator, device, debug
}

/// A scope of the library, or of the program itself.
enum ScopeName: Hashable, CaseIterable {
    case cached, shared, graph, unique, singleton
    case firstCached, secondCached, ownShared, ownUnique, firstSingleton, secondSingleton

    /// Those that a modifier is named after.
    static let properties: [ScopeName] = [.cached, .shared, .graph, .unique, .singleton]

    var keepsNothing: Bool { self == .unique || self == .ownUnique }
    var isWeak: Bool { self == .shared || self == .ownShared }
}

/// A scope of singletons.
enum SingletonPlace: Hashable {
    /// One of those that take turns as `Scope.singleton`.
    case bound(Int)
    case first, second
}

extension FactoryResetOptions {
    static let every: [FactoryResetOptions] = [.all, .registration, .context, .scope, .none]
}

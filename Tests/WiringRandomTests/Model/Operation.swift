import Wiring
import WiringModules

/// One step of a program.
indirect enum Operation: Equatable, Sendable {
    case use(Use)
    case push(Int)
    case pop(Int)
    case reset(Int, FactoryResetOptions)
    case resetScope(Int, ScopeName)
    case setDefaultScope(Int, ScopeName?)
    case setDecorator(Int, Int?)
    /// Reads `isEmpty` with every option, and the default scope.
    case look(Int)
    /// Replaces a container with a new one.
    case replace(Int)
    /// Replaces a container with a child of one of the same type.
    case makeChild(Int, of: Int)
    /// Starts a container, naming declarations.
    case start(Int, [Int])
    case shutDown(Int)
    /// Contributes a declaration to one of a container's collections.
    case contribute(Int, Int, PartPlace)
    /// Contributes a closure.
    case contributeClosure(Int, Recipe, PartPlace)
    case resetCollection(Int, CollectionName, FactoryResetOptions)
    /// Resolves a collection of a container.
    case collect(Int, CollectionName)
    /// Replaces a session with one that has a container as its parent.
    case openSession(Int, parent: Int)
    case closeSession(Int)
    case resetSession(Int, FactoryResetOptions)
    /// Installs one or two modules.
    case install(Int, [Int])
    case resetSingletons(SingletonPlace)
    /// Replaces a scope with a clone of another.
    case cloneSingletons(Int, into: Int)
    /// Makes this world's container `Container.shared`.
    case share(Int)
    /// Makes this scope `Scope.singleton`.
    case bindSingletons(Int)
    case wait(Double)
    case setArgument(String, key: String)
    case removeArgument(key: String)
    case launch([String])
    case turn(Situation, Bool)
    /// Holds a provider of a declaration in a container.
    case provide(Int, in: Int, hold: Int)
    /// Resolves a provider that is held, if its container exists.
    case resolveProvider(Int, parameter: Int, hold: Int?)
    /// Releases an instance.
    case release(Int)
    /// Releases a factory value.
    case forget(Int)
}

/// A factory, the changes to it, and what happens to it then.
struct Use: Equatable, Sendable {
    var source: Source
    var changes: [Change]
    var ending: Ending

    enum Source: Equatable {
        case declared(Int, in: Int)
        /// A declaration of a session.
        case session(Int, in: Int)
        /// A factory value that was stored earlier.
        case held(Int)
    }

    enum Ending: Equatable {
        case nothing
        case resolve(parameter: Int, hold: Int?)
        /// Stores the factory value.
        case hold(Int)
    }
}

/// A collection that each container has.
enum CollectionName: CaseIterable {
    case list, dictionary
}

/// The place of a part in a list or a dictionary.
enum PartPlace: Equatable, Sendable {
    case order(Int)
    /// A key that no other operation has.
    case key(Int)

    var collection: CollectionName { if case .order = self { .list } else { .dictionary } }
}

/// A change to a factory.
enum Change: Equatable, Sendable {
    /// A modifier property, such as `.cached`.
    case property(ScopeName)
    case scope(ScopeName?)
    case timeToLive(ModelLifetime)
    case decorator(Int)
    case context(Situation, Recipe)
    case scopeOnParameters
    case once
    case register(Recipe)
    case override(Recipe)
    /// Makes another instance of each new one.
    case decorate(Int)
    case reset(FactoryResetOptions)
}

/// How long an instance lives after it was built, or after its last use.
struct ModelLifetime: Equatable {
    let seconds: Double
    var isSliding = true
}

extension Change {
    var setsScope: Bool {
        switch self {
        case .property, .scope: true
        default: false
        }
    }
}

/// A situation for which a factory can have a closure.
enum Situation: Hashable {
    case argument(String)
    case preview, test, simulator, device, debug
}

/// A standard scope or a custom one.
enum ScopeName: Hashable, CaseIterable {
    case cached, shared, graph, unique, singleton
    case firstCached, secondCached, customShared, customUnique, firstSingleton, secondSingleton

    /// The scopes that have a modifier property.
    static let properties: [ScopeName] = [.cached, .shared, .graph, .unique, .singleton]

    var storesNothing: Bool { self == .unique || self == .customUnique }
    var isSingleton: Bool { self == .singleton || self == .firstSingleton || self == .secondSingleton }
    var isWeak: Bool { self == .shared || self == .customShared }
}

/// A singleton scope.
enum SingletonPlace: Hashable {
    /// One of the scopes that take turns as `Scope.singleton`.
    case bound(Int)
    case first, second
}

extension FactoryResetOptions {
    static let every: [FactoryResetOptions] = [.all, .registration, .context, .scope, .none]
}

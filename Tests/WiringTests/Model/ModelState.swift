import Wiring

/// A container, as the model has it.
final class ModelContainer {
    let number: Int
    var records: [Int: ModelRecord] = [:]
    var settings = ModelSettings()
    var saved: [(records: [Int: ModelRecord], settings: ModelSettings)] = []
    /// Whether `autoRegister()` is to run before the container is used again.
    var isRegistrationDue: Bool
    var isRegistering = false

    init(_ number: Int) {
        self.number = number
        isRegistrationDue = number >= Program.plainContainers
    }

    /// Has `autoRegister()` run again, if there is one.
    func registerAgain() { isRegistrationDue = number >= Program.plainContainers }
}

struct ModelSettings {
    var defaultScope: ScopeName?
    var decorator: Int?
}

/// What a container knows of a declaration.
struct ModelRecord {
    /// What others than `autoRegister()` have set.
    var own = ModelLayer()
    /// What `autoRegister()` has set.
    var automatic = ModelLayer()
    var instances = ModelInstances()
    /// The modifiers before a `once()`, once they have been set. Their closures are the factory value's.
    var beforeOnce: ModelModifiers?
    /// Whether a reset has cleared its closures for contexts since.
    var areContextsCleared = false

    var isPastOnce: Bool { beforeOnce != nil }
    var registration: Recipe? { own.registration ?? automatic.registration }
    var override: Recipe? { own.override ?? automatic.override }
    var modifiers: ModelModifiers {
        own.modifiers.over(automatic.modifiers).over(beforeOnce ?? ModelModifiers())
    }
}

/// What one party has set about a declaration.
struct ModelLayer {
    var registration: Recipe?
    var override: Recipe?
    var modifiers = ModelModifiers()
}

struct ModelModifiers: Equatable {
    var scope: ScopeName?
    var timeToLive: Double?
    var decorator: Int?
    var contexts: [Situation: Recipe] = [:]
    var isScopedOnParameters = false

    var withoutClosures: ModelModifiers {
        var modifiers = self
        (modifiers.decorator, modifiers.contexts) = (nil, [:])
        return modifiers
    }

    /// These, but for what the others set.
    func without(_ others: ModelModifiers) -> ModelModifiers {
        ModelModifiers(
            scope: others.scope == nil ? scope : nil,
            timeToLive: others.timeToLive == nil ? timeToLive : nil,
            decorator: others.decorator == nil ? decorator : nil,
            contexts: contexts.filter { others.contexts[$0.key] == nil },
            isScopedOnParameters: isScopedOnParameters && !others.isScopedOnParameters
        )
    }

    /// These, and the others' for what these leave open.
    func over(_ others: ModelModifiers) -> ModelModifiers {
        ModelModifiers(
            scope: scope ?? others.scope,
            timeToLive: timeToLive ?? others.timeToLive,
            decorator: decorator ?? others.decorator,
            contexts: contexts.merging(others.contexts) { mine, _ in mine },
            isScopedOnParameters: isScopedOnParameters || others.isScopedOnParameters
        )
    }
}

/// A factory value: what has been set on it, and whether it is past its `once()`.
struct ModelFactory {
    let container: ModelContainer
    let declaration: Int
    var modifiers = ModelModifiers()
    /// What holds again after a reset, until the container has been told of it.
    var modifiersBeforeOnce = ModelModifiers()
    var isPastOnce = false
}

/// Instances that are kept for one declaration, in one place.
struct ModelInstances {
    struct Key: Hashable {
        var scope: ScopeName
        /// `nil` for an instance that is one for all parameters.
        var parameter: Int?
    }

    private var kept: [Key: ModelInstance] = [:]

    var isEmpty: Bool { kept.values.allSatisfy { $0.thing == nil } }

    subscript(key: Key) -> ModelInstance? {
        get { kept[key] }
        set { kept[key] = newValue }
    }

    /// Clears what other scopes have kept for the same parameter.
    mutating func clear(besides key: Key) {
        kept = kept.filter { $0.key.parameter != key.parameter || $0.key.scope == key.scope }
    }

    mutating func clear(_ isCleared: (ScopeName) -> Bool) { kept = kept.filter { !isCleared($0.key.scope) } }
}

/// An instance that is kept.
struct ModelInstance {
    private var held: Thing?
    private weak var object: Thing?
    /// When it was last resolved, since it first had a time to live.
    var usedAt: Double?

    init(_ thing: Thing, isWeak: Bool, usedAt: Double?) {
        held = isWeak ? nil : thing
        object = thing
        self.usedAt = usedAt
    }

    var thing: Thing? { held ?? object }
}

/// Instances of a scope of singletons, by their declarations.
final class ModelSingletons {
    var instances: [Int: ModelInstances]

    init(_ instances: [Int: ModelInstances] = [:]) { self.instances = instances }
}

/// What `FactoryContext.current` is while one container is the shared one.
struct ModelContext {
    var arguments = ["program"]
    var runtimeArguments: [String: String] = [:]
    var situations: Set<Situation> = []

    /// The situations that apply, the most important first.
    var applying: [Situation] {
        let given = arguments + runtimeArguments.sorted { $0.key < $1.key }.map(\.value)
        let isSimulator = situations.contains(.simulator)
        return given.map(Situation.argument)
            + [.preview, .test, .simulator, .device, .debug].filter {
                $0 == .device ? !isSimulator : situations.contains($0)
            }
    }
}

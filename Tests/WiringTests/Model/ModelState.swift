import Wiring

/// The model's container.
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

    /// Makes `autoRegister()` run again, if the container has one.
    func registerAgain() { isRegistrationDue = number >= Program.plainContainers }
}

struct ModelSettings {
    var defaultScope: ScopeName?
    var decorator: Int?
}

/// What a container stores for a declaration.
struct ModelRecord {
    /// What was set outside of `autoRegister()`.
    var external = ModelLayer()
    /// What `autoRegister()` has set.
    var automatic = ModelLayer()
    var instances = ModelInstances()
    /// The modifiers before `once()`, after they have been set. Their closures belong to the factory value.
    var beforeOnce: ModelModifiers?
    /// Whether a reset has cleared its context closures since then.
    var areContextsCleared = false

    var isPastOnce: Bool { beforeOnce != nil }
    var registration: Recipe? { external.registration ?? automatic.registration }
    var override: Recipe? { external.override ?? automatic.override }
    var modifiers: ModelModifiers {
        external.modifiers.over(automatic.modifiers).over(beforeOnce ?? ModelModifiers())
    }
}

/// The settings of a declaration from one source.
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

    /// These modifiers, without those that the others set.
    func without(_ others: ModelModifiers) -> ModelModifiers {
        ModelModifiers(
            scope: others.scope == nil ? scope : nil,
            timeToLive: others.timeToLive == nil ? timeToLive : nil,
            decorator: others.decorator == nil ? decorator : nil,
            contexts: contexts.filter { others.contexts[$0.key] == nil },
            isScopedOnParameters: isScopedOnParameters && !others.isScopedOnParameters
        )
    }

    /// These modifiers, with the others as a fallback.
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

/// A factory value: its modifiers, and whether they come after `once()`.
struct ModelFactory {
    let container: ModelContainer
    let declaration: Int
    var modifiers = ModelModifiers()
    /// The modifiers that apply again after a reset, until the container stores them.
    var modifiersBeforeOnce = ModelModifiers()
    var isPastOnce = false
}

/// The stored instances of one declaration, in one place.
struct ModelInstances {
    struct Key: Hashable {
        var scope: ScopeName
        /// `nil` for an instance that serves all parameters.
        var parameter: Int?
    }

    private var stored: [Key: ModelInstance] = [:]

    var isEmpty: Bool { stored.values.allSatisfy { $0.thing == nil } }

    subscript(key: Key) -> ModelInstance? {
        get { stored[key] }
        set { stored[key] = newValue }
    }

    /// Clears the instances of other scopes for the same parameter.
    mutating func clear(besides key: Key) {
        stored = stored.filter { $0.key.parameter != key.parameter || $0.key.scope == key.scope }
    }

    mutating func clear(_ isCleared: (ScopeName) -> Bool) { stored = stored.filter { !isCleared($0.key.scope) } }
}

/// A stored instance.
struct ModelInstance {
    private var held: Thing?
    private weak var object: Thing?
    /// When it was last resolved with a time to live.
    var usedAt: Double?

    init(_ thing: Thing, isWeak: Bool, usedAt: Double?) {
        held = isWeak ? nil : thing
        object = thing
        self.usedAt = usedAt
    }

    var thing: Thing? { held ?? object }
}

/// The instances of a singleton scope, by declaration.
final class ModelSingletons {
    var instances: [Int: ModelInstances]

    init(_ instances: [Int: ModelInstances] = [:]) { self.instances = instances }
}

/// The value of `FactoryContext.current` while one container is the shared one.
struct ModelContext {
    var arguments = ["program"]
    var runtimeArguments: [String: String] = [:]
    var situations: Set<Situation> = []

    /// The situations that apply, in the order of their precedence.
    var applying: [Situation] {
        let given = arguments + runtimeArguments.sorted { $0.key < $1.key }.map(\.value)
        let isSimulator = situations.contains(.simulator)
        return given.map(Situation.argument)
            + [.preview, .test, .simulator, .device, .debug].filter {
                $0 == .device ? !isSimulator : situations.contains($0)
            }
    }
}

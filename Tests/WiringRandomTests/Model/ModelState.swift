import Wiring
import WiringModules

/// The model's container.
final class ModelContainer {
    let number: Int
    /// Where it looks up what it does not set itself.
    let parent: ModelContainer?
    /// Whether its parent is of another type.
    let isSession: Bool
    var records: [Int: ModelRecord] = [:]
    var settings = ModelSettings()
    var saved: [(records: [Int: ModelRecord], settings: ModelSettings)] = []
    /// Whether `autoRegister()` is to run before the container is used again.
    var isRegistrationDue: Bool
    var isRegistering = false
    /// What it has started; `nil` if it is not started.
    var lifecycle: ModelLifecycle?
    /// Its own identity and those of its parents. They outlive the container.
    let lineage: [Int]
    private let census: Census

    init(_ number: Int, parent: ModelContainer? = nil, isSession: Bool = false, in census: Census) {
        self.number = number
        self.parent = parent
        self.isSession = isSession
        self.census = census
        isRegistrationDue = number >= Program.plainContainers && !isSession
        lineage = [census.begin()] + (parent?.lineage ?? [])
    }

    deinit { census.end() }

    private var hasAutoRegister: Bool { number >= Program.plainContainers && !isSession }

    /// Makes `autoRegister()` run again, if the container has one. What it has set is cleared.
    func registerAgain() {
        isRegistrationDue = hasAutoRegister
        if isRegistrationDue, !isRegistering { records = records.mapValues(\.withoutAutomatic) }
    }

    // MARK: - Parents

    var root: ModelContainer { parent?.root ?? self }
    /// The number of its parents.
    var level: Int { parent.map { $0.level + 1 } ?? 0 }

    func isOrDescends(from other: ModelContainer) -> Bool { lineage.contains(other.lineage[0]) }

    /// What it stores for a declaration, over what its parents were told outside of their `autoRegister()`.
    func record(_ declaration: Int) -> ModelRecord {
        var record = records[declaration] ?? ModelRecord()
        if let parent { record.external = record.external.over(parent.record(declaration).external) }
        return record
    }

    var nearestLifecycle: ModelLifecycle? { lifecycle ?? parent?.nearestLifecycle }

    var defaultScope: ScopeName? { settings.defaultScope ?? parent?.defaultScope }
    var decorator: Int? { settings.decorator ?? parent?.decorator }

    /// Whether a child, or a parent that is one, has an instance of its own instead of a singleton.
    func replaces(_ declaration: Int) -> Bool {
        guard let parent else { return false }
        return records[declaration]?.external.isReplacing ?? false || parent.replaces(declaration)
    }
}

/// What was set last, which may be `nil`.
struct ModelSettings {
    var defaultScope: ScopeName??
    var decorator: Int??
}

/// A closure that was set in a container, from which it resolves.
struct ModelClosure: Equatable {
    let recipe: Recipe
    unowned let container: ModelContainer

    static func == (one: Self, other: Self) -> Bool { one.recipe == other.recipe && one.container === other.container }
}

/// A part of a collection, or an installed module.
struct ModelPart {
    enum Source {
        case declaration(Int)
        case closure(ModelClosure)
        case module(Int)
    }

    var source: Source
    var place: PartPlace

    /// The parts of a dictionary all have the same order.
    var order: Int { if case .order(let order) = place { order } else { 0 } }
    var module: Int? { if case .module(let module) = source { module } else { nil } }
    var key: Int { if case .key(let key) = place { key } else { 0 } }
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
    var withoutAutomatic: ModelRecord {
        var record = self
        record.automatic = ModelLayer()
        return record
    }
    var registration: ModelClosure? { external.registration ?? automatic.registration }
    var override: ModelClosure? { external.override ?? automatic.override }
    /// An override is not decorated by what preceded it.
    var decorations: [Int] { (external.override == nil ? automatic.decorations : []) + external.decorations }
    var parts: [ModelPart] { automatic.parts + external.parts }
    var modifiers: ModelModifiers {
        external.modifiers.over(automatic.modifiers).over(beforeOnce ?? ModelModifiers())
    }
}

/// The settings of a declaration from one source.
struct ModelLayer {
    var registration: ModelClosure?
    var override: ModelClosure?
    var decorations: [Int] = []
    var modifiers = ModelModifiers()
    var parts: [ModelPart] = []

    var isReplacing: Bool {
        registration != nil || override != nil || !decorations.isEmpty || !modifiers.contexts.isEmpty
    }

    /// This layer, over that of a parent.
    func over(_ parent: ModelLayer) -> ModelLayer {
        ModelLayer(
            registration: registration ?? parent.registration,
            override: override ?? parent.override,
            decorations: (override == nil ? parent.decorations : []) + decorations,
            modifiers: modifiers.over(parent.modifiers),
            parts: parent.parts + parts
        )
    }

    mutating func resetRegistration() { (registration, override, decorations, parts) = (nil, nil, [], []) }
}

struct ModelModifiers: Equatable {
    var scope: ScopeName?
    var timeToLive: ModelLifetime?
    var decorator: Int?
    var contexts: [Situation: ModelClosure] = [:]
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
    var container: ModelContainer
    let declaration: Int
    var modifiers = ModelModifiers()
    /// The modifiers that apply again after a reset, until the container stores them.
    var modifiersBeforeOnce = ModelModifiers()
    var isPastOnce = false
}

/// A provider of a declaration.
struct ModelProvider {
    let declaration: Int
    weak var container: ModelContainer?
    /// What a mistaken provider retains.
    var retained: ModelContainer?
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

    /// Whether there are entries of parameters whose objects are gone, and were built with instances that have hooks.
    var hasDeadDependents: Bool {
        stored.contains { $0.key.parameter != nil && $0.value.thing == nil && !$0.value.handles.isEmpty }
    }

    /// Clears the instances of other scopes for the same parameter.
    mutating func clear(besides key: Key) {
        stored = stored.filter { $0.key.parameter != key.parameter || $0.key.scope == key.scope }
    }

    mutating func clear(_ isCleared: (ScopeName) -> Bool) { stored = stored.filter { !isCleared($0.key.scope) } }

    /// The instances, without those that were built with one that has stopped.
    var withoutStopped: Self {
        var instances = self
        instances.stored = stored.filter { !$0.value.hasStopped }
        return instances
    }
}

/// A stored instance.
struct ModelInstance {
    private var held: Thing?
    private weak var object: Thing?
    /// When it was last resolved with a time to live.
    var usedAt: Double?
    /// What starts before an instance that is built with it.
    let handles: [ModelHandle]

    init(_ thing: Thing, isWeak: Bool, usedAt: Double?, _ handles: [ModelHandle]) {
        held = isWeak ? nil : thing
        object = thing
        self.usedAt = usedAt
        self.handles = handles
    }

    var thing: Thing? { held ?? object }
    var hasStopped: Bool { handles.contains(where: \.node.hasStopped) }
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

import Wiring
import WiringLifecycle
import WiringModules

/// Runs a program as documented, without regard to speed or threads.
final class ModelSubject {
    let program: Program
    let mistake: Mistake?
    let census = Census()
    private let places = Census()
    var events: [Event] = []
    var containers: [ModelContainer]
    var worlds = Array(repeating: ModelContext(), count: Program.worlds)
    var singletons: [ModelSingletons]
    var customSingletons: [ScopeName: ModelSingletons]
    var things: [Thing?]
    var factories: [ModelFactory?]
    private var providers: [ModelProvider?]
    private var sessions: [ModelContainer?]
    var shared = 0
    var boundSingletons = 0
    var now = 0.0
    /// The graph instances of the outermost resolution.
    var graph: [GraphKey: ModelInstances] = [:]
    /// The number of resolutions in progress, each nested in the previous one.
    var depth = 0
    /// The constructions in progress, each nested in the previous one.
    var constructions: [Construction] = []
    /// What asynchronous closures needed that made nothing, which lives until the operation ends.
    var spared: [Thing] = []

    /// The instances with hooks that were resolved outside of a construction.
    var reached: [ModelHandle] = []
    let released = ModelHandle.Released()
    /// What starts have done.
    var life = LifeEvents()
    /// The lifecycle whose start throws what fails.
    var starting: ModelLifecycle?
    /// Whether this operation is a start that has failed.
    var hasStartFailed = false
    /// The instances whose starts have failed in this operation.
    var failed: [ModelNode] = []
    /// Whether it is not specified what this operation has done.
    var isUnspecified = false

    struct GraphKey: Hashable {
        var container: ObjectIdentifier
        var declaration: Int
    }

    init(_ program: Program, mistake: Mistake? = nil) {
        self.program = program
        self.mistake = mistake
        containers = (0..<Program.containers).map { [places] in ModelContainer($0, in: places) }
        singletons = (0..<Program.singletonScopes).map { _ in ModelSingletons() }
        customSingletons = [.firstSingleton: ModelSingletons(), .secondSingleton: ModelSingletons()]
        things = Array(repeating: nil, count: Program.hands)
        factories = Array(repeating: nil, count: Program.hands)
        providers = Array(repeating: nil, count: Program.hands)
        sessions = Array(repeating: nil, count: Program.hands)
    }

    /// Performs one operation.
    ///
    /// - Returns: The events that occurred.
    func perform(_ operation: Operation) -> [Event] {
        change(operation)
        spared = []
        reached = []
        failed = []
        stopReleased()
        return takeEvents()
    }

    private func takeEvents() -> [Event] {
        defer {
            events.removeAll(keepingCapacity: true)
            life.clear()
            hasStartFailed = false
        }
        return events + life.events(afterFailedStart: hasStartFailed) + [.alive(census.alive, containers: places.alive)]
    }

    /// Stops and releases everything.
    ///
    /// - Returns: The events that occurred.
    func end() -> [Event] {
        for container in containers { shutDown(container) }
        things = []
        factories = []
        providers = []
        sessions = []
        containers = []
        singletons = []
        customSingletons = [:]
        return takeEvents()
    }

    func change(_ operation: Operation) {
        switch operation {
        case .use(let use): self.use(use)
        case .push(let container):
            // It evicts: see `storedInstance`.
            let records = containers[container].records.values
            if records.contains(where: \.instances.hasDeadDependents) { isUnspecified = true }
            push(containers[container])
        case .pop(let container): pop(containers[container])
        case .reset(let container, let options): reset(containers[container], options)
        case .resetScope(let container, let scope): clear(containers[container]) { $0 == scope }
        case .setDefaultScope(let container, let scope): containers[container].settings.defaultScope = .some(scope)
        case .setDecorator(let container, let number):
            registerAutomatically(containers[container])
            containers[container].settings.decorator = .some(number)
        case .look(let container): look(at: containers[container])
        case .replace(let container): replace(ModelContainer(container, in: places))
        case .makeChild(let number, let parent):
            let parent = containers[parent]
            guard parent.level < Program.levels else { return }
            registerAutomatically(parent)
            replace(ModelContainer(number, parent: mistake == .childrenLookNothingUp ? nil : parent, in: places))
        case .start(let container, let names): start(containers[container], names)
        case .shutDown(let container): shutDown(containers[container])
        case .contribute(let container, let declaration, let place):
            guard program.isPart(declaration) else { return }
            // Its identity is known when it has been evaluated.
            _ = factory(declaration, in: containers[container])
            contribute(.declaration(declaration), to: containers[container], place)
        case .contributeClosure(let container, let recipe, let place):
            let container = containers[container]
            contribute(.closure(ModelClosure(recipe: recipe, container: container)), to: container, place)
        case .resetCollection(let container, let name, let options):
            var collection = ModelFactory(container: containers[container], declaration: program.number(of: name))
            change(&collection, .reset(options))
        case .collect(let container, .list):
            events.append(.collected(collect(containers[container], .list).map(\.thing.number)))
        case .collect(let container, .dictionary):
            let parts = collect(containers[container], .dictionary).map { ($0.part.key, $0.thing.number) }
            events.append(.collectedByKey(Dictionary(uniqueKeysWithValues: parts)))
        case .openSession(let session, let parent):
            sessions[session] = ModelContainer(parent, parent: containers[parent], isSession: true, in: places)
        case .closeSession(let session): sessions[session] = nil
        case .resetSession(let session, let options): if let session = sessions[session] { reset(session, options) }
        case .install(let container, let modules): install(modules, in: containers[container])
        case .resetSingletons(.bound(let number)): reset(singletons[number])
        case .resetSingletons(.first): reset(customSingletons[.firstSingleton])
        case .resetSingletons(.second): reset(customSingletons[.secondSingleton])
        case .cloneSingletons(let from, let into): singletons[into] = ModelSingletons(singletons[from].instances)
        case .share(let world): shared = world
        case .bindSingletons(let number): boundSingletons = number
        case .wait(let seconds): now += seconds
        case .setArgument(let argument, let key): worlds[shared].runtimeArguments[key] = argument
        case .removeArgument(let key): worlds[shared].runtimeArguments[key] = nil
        case .launch(let arguments): worlds[shared].arguments = arguments
        case .turn(let situation, true): worlds[shared].situations.insert(situation)
        case .turn(let situation, false): worlds[shared].situations.remove(situation)
        case .provide(let declaration, let number, let hand):
            let container = containers[number]
            // The program reads the declaration, and so does `provider`.
            for _ in 0..<2 { _ = factory(declaration, in: container) }
            providers[hand] = ModelProvider(
                declaration: declaration,
                container: container,
                retained: mistake == .providersRetainTheirContainer ? container : nil
            )
        case .resolveProvider(let hand, let parameter, let thing): resolveProvider(hand, parameter, hold: thing)
        case .release(let hand): things[hand] = nil
        case .forget(let hand): factories[hand] = nil
        }
    }

    private func replace(_ container: ModelContainer) {
        shutDown(containers[container.number])
        containers[container.number] = container
    }

    private func resolveProvider(_ hand: Int, _ parameter: Int, hold: Int?) {
        guard let provider = providers[hand] else { return }
        guard let container = provider.container else { return events.append(.containerIsGone) }
        let thing = resolve(factory(provider.declaration, in: container), parameter)
        events.append(.resolved(thing?.number ?? 0))
        if let hold { things[hold] = thing }
    }

    private func use(_ use: Use) {
        let source: ModelFactory? =
            switch use.source {
            case .declared(let declaration, let container): factory(declaration, in: containers[container])
            case .session(let declaration, let session): sessions[session].map { self.factory(declaration, in: $0) }
            case .held(let hand): factories[hand]
            }
        guard var factory = source else { return }
        for change in use.changes { self.change(&factory, change) }
        switch use.ending {
        case .nothing: break
        case .hold(let hand): factories[hand] = factory
        case .resolve(let parameter, let hand):
            let thing = resolve(factory, parameter)
            events.append(.resolved(thing?.number ?? 0))
            if let hand { things[hand] = thing }
        }
    }

    /// The factory that a declaration returns.
    func factory(_ declaration: Int, in container: ModelContainer) -> ModelFactory {
        var factory = ModelFactory(container: container, declaration: declaration)
        for modifier in program.declarations[declaration].allModifiers { change(&factory, modifier) }
        return factory
    }
}

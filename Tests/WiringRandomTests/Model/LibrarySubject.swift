import Foundation
import Wiring
import WiringLifecycle
import WiringModules
import WiringTestSupport

/// Runs a program with the library.
final class LibrarySubject: @unchecked Sendable {
    // SAFETY: Only one thread or task uses it at a time. It is `Sendable` because decorators are.

    let program: Program
    let census = Census()
    let places = Census()
    var events: [Event] = []
    var containers: [any ProgramContainer] = []
    /// The parents of each container, the outermost first.
    var lineages = Array(repeating: [any ProgramContainer](), count: Program.containers)
    /// The containers that are started.
    var started: Set<ObjectIdentifier> = []
    /// The container whose start throws what fails.
    let starting = Locked<Int?>(nil)
    /// The contexts of the closures that were set for contexts.
    var contexts: [Int: FactoryContextType] = [:]
    /// What hooks have recorded.
    let life = Locked(LifeEvents())
    /// Whether this operation is a start that has failed.
    var hasStartFailed = false
    /// What asynchronous closures needed that made nothing. Otherwise a task that is about to end could retain it for a while.
    var spared: [Thing] = []
    /// What has stopped in this operation. Otherwise the operation could find what it needs, or not, depending on when it stops.
    let stopped = Locked<[Thing]>([])
    /// The containers that take turns as the shared container, whose context applies.
    private let worlds = (0..<Program.worlds).map { _ in Container() }
    var singletons: [Scope.Singleton] = []
    var scopes: [ScopeName: Scope] = [:]
    var things: [Thing?]
    var factories: [(any ErasedFactory)?]
    private var providers: [HeldProvider?]
    var sessions: [(any ProgramContainer)?]
    /// Whether a task may have run that has not ended yet.
    private var hasAwaited = false
    /// How long to wait for the end of tasks.
    private let patience: Duration
    private var shared = 0
    private var boundSingletons = 0
    private let begin = ContinuousClock.now
    private var seconds = 0.0

    init(_ program: Program, patience: Duration) {
        self.program = program
        self.patience = patience
        things = Array(repeating: nil, count: Program.hands)
        factories = Array(repeating: nil, count: Program.hands)
        providers = Array(repeating: nil, count: Program.hands)
        sessions = Array(repeating: nil, count: Program.hands)
        containers = (0..<Program.containers).map(makeContainer)
        for world in worlds { Container.$shared.withValue(world) { FactoryContext.current = .plain } }
        singletons = (0..<Program.singletonScopes).map { _ in Scope.Singleton() }
        scopes = [
            .cached: .cached, .shared: .shared, .graph: .graph, .unique: .unique,
            .firstCached: Scope.Cached(), .secondCached: Scope.Cached(), .customShared: Scope.Shared(),
            .customUnique: Scope.Unique(), .firstSingleton: Scope.Singleton(), .secondSingleton: Scope.Singleton(),
        ]
    }

    /// Performs one operation.
    ///
    /// - Parameter expected: What the model has returned. This waits until tasks have released what they retain beyond that.
    /// - Returns: The events that occurred.
    func perform(_ operation: Operation, expecting expected: [Event]) -> [Event] {
        within { change(operation) }
        spared = []
        return takeEvents(expecting: expected)
    }

    private func takeEvents(expecting expected: [Event]) -> [Event] {
        let hooks = settledLife(expected.filter(\.isOfLife))
        // Released without the lock.
        _ = stopped.withLock { exchange(&$0, with: []) }
        if case .alive(let things, let containers)? = expected.last { settle(things, containers: containers) }
        events += hooks + [.alive(census.alive, containers: places.alive)]
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    /// Waits until hooks have done what is expected.
    ///
    /// - Returns: What they have done.
    private func settledLife(_ expected: [Event]) -> [Event] {
        let deadline = ContinuousClock.now + patience
        // Hooks that are not expected have the time to begin.
        if !started.isEmpty { awaiting { for _ in 0..<20 { await Task.yield() } } }
        while true {
            let events = life.withLock { $0.events(afterFailedStart: hasStartFailed) }
            if events != expected, ContinuousClock.now < deadline {
                sched_yield()
                continue
            }
            life.withLock { $0.clear() }
            starting.withLock { $0 = nil }
            hasStartFailed = false
            return events
        }
    }

    /// Waits until tasks that are about to end have released what they retain. If they do not, the count is a fault.
    private func settle(_ things: Int, containers: Int) {
        guard hasAwaited else { return }
        let deadline = ContinuousClock.now + patience
        while census.alive > things || places.alive > containers, ContinuousClock.now < deadline { sched_yield() }
    }

    /// Stops and releases everything.
    ///
    /// - Parameter expected: As for `perform`.
    /// - Returns: The events that occurred.
    func end(expecting expected: [Event]) -> [Event] {
        for number in containers.indices { within { shutDown(number) } }
        things = []
        factories = []
        sessions = []
        containers = []
        lineages = []
        singletons = []
        scopes = [:]
        return takeEvents(expecting: expected)
    }

    func note(_ event: Event) { events.append(event) }

    func scope(_ name: ScopeName) -> Scope { scopes[name] ?? Scope.singleton }

    /// Runs `body` with the program's current bindings.
    private func within(_ body: () -> Void) {
        MonotonicTime.stopping(at: begin + .seconds(seconds)) {
            bind(singletons: boundSingletons, shared: shared, body)
        }
    }

    /// Runs `body` with another singleton scope and another shared container.
    func bind<Result>(singletons scope: Int?, shared world: Int?, _ body: () -> Result) -> Result {
        if let scope {
            return Scope.$singleton.withValue(singletons[scope]) { bind(singletons: nil, shared: world, body) }
        }
        guard let world else { return body() }
        return Container.$shared.withValue(worlds[world], operation: body)
    }

    /// Runs an asynchronous `body` with another singleton scope and another shared container.
    func bind<Result>(singletons scope: Int?, shared world: Int?, _ body: () async -> Result) async -> Result {
        await Scope.$singleton.withValue(scope.map { singletons[$0] } ?? Scope.singleton) {
            await Container.$shared.withValue(world.map { worlds[$0] } ?? Container.shared, operation: body)
        }
    }

    private func makeContainer(_ number: Int) -> any ProgramContainer {
        let container: any ProgramContainer = LibraryPlace.$current.withValue(LibraryPlace(self, number)) {
            if number < Program.plainContainers { PlainContainer() } else { AutomaticContainer() }
        }
        // The model resolves an unregistered promise to `nil`.
        container.manager.promiseTriggersError = false
        countFailures(of: container)
        return container
    }

    private func replace(_ number: Int, by container: any ProgramContainer, _ lineage: [any ProgramContainer]) {
        // What is started stays until then.
        shutDown(number)
        (containers[number], lineages[number]) = (container, lineage)
    }

    private func makeChild(_ number: Int, of parent: Int) {
        guard lineages[parent].count < Program.levels else { return }
        let child = LibraryPlace.$current.withValue(LibraryPlace(self, number)) { containers[parent].makeChild() }
        countFailures(of: child)
        replace(number, by: child, lineages[parent] + [containers[parent]])
    }

    /// Runs asynchronous work while this thread, which runs no tasks, waits for it.
    func awaiting<Result>(_ body: @escaping () async -> Result) -> Result {
        hasAwaited = true
        let done = DispatchSemaphore(value: 0)
        // SAFETY: Only the task uses them until it signals, and only this thread afterwards.
        nonisolated(unsafe) let body = body
        nonisolated(unsafe) var result: Result?
        Task {
            result = await body()
            done.signal()
        }
        done.wait()
        return result.take()!
    }

    // MARK: - Operations

    func change(_ operation: Operation) {
        switch operation {
        case .use(let use): self.use(use)
        case .push(let container): containers[container].manager.push()
        case .pop(let container): containers[container].manager.pop()
        case .reset(let container, let options): containers[container].manager.reset(options: options)
        case .resetScope(let container, let name): containers[container].manager.reset(scope: scope(name))
        case .setDefaultScope(let container, let name): containers[container].manager.defaultScope = name.map(scope)
        case .setDecorator(let container, let number): setDecorator(number, of: containers[container])
        case .look(let container): look(at: containers[container].manager)
        case .replace(let number): replace(number, by: makeContainer(number), [])
        case .makeChild(let number, let parent): makeChild(number, of: parent)
        case .start(let number, let names): start(number, names)
        case .shutDown(let number): shutDown(number)
        case .contribute(let container, let declaration, let place):
            if program.isPart(declaration) { containers[container].contribute(declaration, place) }
        case .contributeClosure(let container, let recipe, let place):
            contribute(recipe, to: containers[container], place)
        case .resetCollection(let container, .list, let options): containers[container].list.reset(options)
        case .resetCollection(let container, .dictionary, let options): containers[container].dictionary.reset(options)
        case .collect(let container, .list): note(.collected(containers[container].list().map(\.number)))
        case .collect(let container, .dictionary):
            let parts = containers[container].dictionary().map { ($0.number, $1.number) }
            note(.collectedByKey(Dictionary(uniqueKeysWithValues: parts)))
        case .openSession(let session, let parent): sessions[session] = containers[parent].makeSession()
        case .closeSession(let session): sessions[session] = nil
        case .resetSession(let session, let options): sessions[session]?.manager.reset(options: options)
        case .install(let container, let modules): containers[container].install(modules)
        case .resetSingletons(.bound(let number)): singletons[number].reset()
        case .resetSingletons(.first): (scope(.firstSingleton) as? Scope.Singleton)?.reset()
        case .resetSingletons(.second): (scope(.secondSingleton) as? Scope.Singleton)?.reset()
        case .cloneSingletons(let from, let into): singletons[into] = singletons[from].clone()
        case .share(let world): shared = world
        case .bindSingletons(let number): boundSingletons = number
        case .wait(let seconds): self.seconds += seconds
        case .setArgument(let argument, let key): FactoryContext.setArg(argument, forKey: key)
        case .removeArgument(let key): FactoryContext.removeArg(forKey: key)
        case .launch(let arguments): FactoryContext.current.arguments = arguments
        case .turn(let situation, let isOn): FactoryContext.current.turn(situation, isOn)
        case .provide(let declaration, let number, let hand):
            let container = containers[number]
            let resolve = factory(declaration, in: container).provider(in: container)
            providers[hand] = HeldProvider(container: container, resolve: resolve)
        case .resolveProvider(let hand, let parameter, let thing): resolveProvider(hand, parameter, hold: thing)
        case .release(let hand): things[hand] = nil
        case .forget(let hand): factories[hand] = nil
        }
    }

    private func contribute(_ recipe: Recipe, to container: any ProgramContainer, _ place: PartPlace) {
        let make = { [unowned self, unowned container] in
            // SAFETY: It does not make `nil`.
            build(recipe, of: program.collection, in: container, 0)!
        }
        switch place {
        case .order(let order): container.list.contribute(order: order, make)
        case .key(let key): container.dictionary.contribute(forKey: CollidingParameter(number: key), make)
        }
    }

    private func resolveProvider(_ hand: Int, _ parameter: Int, hold: Int?) {
        guard let provider = providers[hand] else { return }
        guard provider.container != nil else { return note(.containerIsGone) }
        let thing = provider.resolve(parameter)
        note(.resolved(thing?.number ?? 0))
        if let hold { things[hold] = thing }
    }

    private func setDecorator(_ number: Int?, of container: any ProgramContainer) {
        guard let number else { return container.decorator(nil) }
        container.decorator { [unowned self] in
            note(.decorated(anyThing($0)?.number ?? 0, by: number, isNew: nil))
        }
    }

    private func anyThing(_ instance: Any) -> Thing? {
        (instance as? any Role)?.thing ?? (instance as? ValueThing)?.thing
    }

    private func look(at manager: ContainerManager) {
        let scope = manager.defaultScope
        let name = scope.map { scope in scopes.first { $0.value === scope }?.key ?? .singleton }
        note(.isEmpty(FactoryResetOptions.every.map(manager.isEmpty), name))
    }
}

extension FactoryContext {
    fileprivate mutating func turn(_ situation: Situation, _ isOn: Bool) {
        switch situation {
        case .preview: isPreview = isOn
        case .test: isTest = isOn
        case .simulator: isSimulator = isOn
        case .debug: isDebug = isOn
        case .device, .argument: break
        }
    }
}

/// A provider, which does not retain its container.
private struct HeldProvider {
    weak var container: (any ProgramContainer)?
    let resolve: (Int) -> Thing?
}

import Wiring

/// Runs a program with the library.
final class LibrarySubject: Subject, @unchecked Sendable {
    // SAFETY: Only one thread uses it. It is `Sendable` because decorators are.

    let program: Program
    let census = Census()
    var events: [Event] = []
    var containers: [any SharedContainer] = []
    /// The containers that take turns as the shared container, whose context applies.
    private let worlds = (0..<Program.worlds).map { _ in Container() }
    var singletons: [Scope.Singleton] = []
    var scopes: [ScopeName: Scope] = [:]
    var things: [Thing?]
    var factories: [(any ErasedFactory)?]
    private var shared = 0
    private var boundSingletons = 0
    private let begin = ContinuousClock.now
    private var seconds = 0.0

    init(_ program: Program) {
        self.program = program
        things = Array(repeating: nil, count: Program.hands)
        factories = Array(repeating: nil, count: Program.hands)
        containers = (0..<Program.containers).map(makeContainer)
        for world in worlds { Container.$shared.withValue(world) { FactoryContext.current = .plain } }
        singletons = (0..<Program.singletonScopes).map { _ in Scope.Singleton() }
        scopes = [
            .cached: .cached, .shared: .shared, .graph: .graph, .unique: .unique,
            .firstCached: Scope.Cached(), .secondCached: Scope.Cached(), .customShared: Scope.Shared(),
            .customUnique: Scope.Unique(), .firstSingleton: Scope.Singleton(), .secondSingleton: Scope.Singleton(),
        ]
    }

    func perform(_ operation: Operation) -> [Event] {
        within { change(operation) }
        events.append(.alive(census.alive))
        defer { events.removeAll(keepingCapacity: true) }
        return events
    }

    func end() -> Int {
        things = []
        factories = []
        containers = []
        singletons = []
        scopes = [:]
        return census.alive
    }

    func note(_ event: Event) { events.append(event) }

    func scope(_ name: ScopeName) -> Scope { scopes[name] ?? Scope.singleton }

    /// Runs `body` with the program's current bindings.
    private func within(_ body: () -> Void) {
        MonotonicTime.$stopped.withValue(begin + .seconds(seconds)) {
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

    private func makeContainer(_ number: Int) -> any SharedContainer {
        let container: any SharedContainer =
            number < Program.plainContainers ? PlainContainer() : AutomaticContainer(number, self)
        // The model resolves an unregistered promise to `nil`.
        container.manager.promiseTriggersError = false
        return container
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
        case .replace(let number): containers[number] = makeContainer(number)
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
        case .release(let hand): things[hand] = nil
        case .forget(let hand): factories[hand] = nil
        }
    }

    private func setDecorator(_ number: Int?, of container: any SharedContainer) {
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

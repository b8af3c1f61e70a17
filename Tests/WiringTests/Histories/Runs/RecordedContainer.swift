import Wiring

/// A container whose closures note what they build.
final class RecordedContainer: ManagedContainer, AutoRegistering {
    let manager = ContainerManager()
    let world: World
    let number: Int

    init(_ world: World) {
        self.world = world
        number = world.clock.tick()
        world.census.addContainers(1)
        manager.defaultScope = world.program.defaultScope.map(world.scope)
    }

    deinit { world.census.addContainers(-1) }

    func autoRegister() {
        guard world.program.registersAutomatically else { return }
        for declared in [Declared.cached, .single, .each, .plain] {
            Recorder.current?.change(.registerAutomatically(declared), of: number) { register(declared, $0) }
        }
    }

    /// Builds an instance, by the closure of a number.
    func make(_ declared: Declared, _ parameter: Int = 0, _ generation: Int = 0) -> Made {
        let begun = world.clock.tick()
        let recorder = Recorder.current
        recorder?.dawdle()
        let needs = recorder.map { recorder in declared.needs.map { resolve($0, 0, recorder) } } ?? []
        recorder?.dawdle()
        let place = Place(number, declared, parameter)
        let instance = Instance(place: place, asked: recorder?.asked ?? 0, begun: begun, generation: generation)
        return Made(instance, needs: needs, in: self)
    }
}

extension RecordedContainer {
    var plain: Factory<Made> { self { self.make(.plain) } }
    var graph: Factory<Made> { self { self.make(.graph) }.graph }
    var cached: Factory<Made> { self { self.make(.cached) }.cached }
    var shared: Factory<Made> { self { self.make(.shared) }.shared }
    var own: Factory<Made> { self { self.make(.own) }.scope(world.own) }
    var each: ParameterFactory<Int, Made> { self { self.make(.each, $0) }.scopeOnParameters.cached }
    var timed: Factory<Made> { self { self.make(.timed) }.cached.timeToLive(3600) }
    var brief: Factory<Made> { self { self.make(.brief) }.cached.timeToLive(0.000_02) }
    var single: Factory<Made> { self { self.make(.single) }.singleton }
    var session: Factory<Made> { self { self.make(.session) }.scope(world.session) }
    var contextual: Factory<Made> { self { self.make(.contextual) }.cached }
    var decorated: Factory<Made> {
        self { self.make(.decorated) }.cached.decorator { [unowned self] _, isNew in
            guard let recorder = Recorder.current else { return }
            recorder.decorate(isNew: isNew)
            _ = resolve(.graph, 0, recorder)
        }
    }
    var nested: Factory<Made> { self { self.make(.nested) }.cached }
    var pair: Factory<Made> { self { self.make(.pair) } }

    /// The factory of a declaration that takes no parameter; `nil` for the one that does.
    func factory(_ declared: Declared) -> Factory<Made>? {
        switch declared {
        case .plain: plain
        case .graph: graph
        case .cached: cached
        case .shared: shared
        case .own: own
        case .each: nil
        case .timed: timed
        case .brief: brief
        case .single: single
        case .session: session
        case .contextual: contextual
        case .decorated: decorated
        case .nested: nested
        case .pair: pair
        }
    }

    /// Resolves, and records it.
    func resolve(_ declared: Declared, _ parameter: Int, _ recorder: Recorder) -> Made {
        recorder.use(Place(number, declared, parameter)) { factory(declared)?() ?? each(parameter) }
    }

    func register(_ declared: Declared, _ generation: Int) {
        if let factory = factory(declared) {
            factory.register { [unowned self] in make(declared, 0, generation) }
        } else {
            each.register { [unowned self] in make(declared, $0, generation) }
        }
    }

    func override(_ declared: Declared, _ generation: Int) {
        if let factory = factory(declared) {
            factory.override { [unowned self] in make(declared, 0, generation) }
        } else {
            each.override { [unowned self] in make(declared, $0, generation) }
        }
    }

    /// Sets a closure for an argument that may or may not be there.
    func setContext(_ declared: Declared, _ generation: Int) {
        if let factory = factory(declared) {
            factory.onArg("history") { [unowned self] in make(declared, 0, generation) }
        } else {
            each.onArg("history") { [unowned self] in make(declared, $0, generation) }
        }
    }

    func reset(_ declared: Declared, _ options: FactoryResetOptions) {
        if let factory = factory(declared) { factory.reset(options) } else { each.reset(options) }
    }
}

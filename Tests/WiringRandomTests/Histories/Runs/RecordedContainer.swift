import Wiring
import WiringAsync
import WiringTestSupport

/// A container whose closures record what they build.
final class RecordedContainer: SharedContainer, TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = RecordedContainer(World(HistoryProgram(seed: 0), HistoryCensus()))
    static var taskLocal: TaskLocal<RecordedContainer> { $shared }

    /// The container of which a child is being created.
    @TaskLocal private static var parent: RecordedContainer?

    let manager = ContainerManager.silent()
    let world: World
    let number: Int
    /// The number of the root; the same as ``number`` for a container that is no child.
    private let rootNumber: Int

    init(_ world: World) {
        self.world = world
        number = world.clock.tick()
        rootNumber = Self.parent?.rootNumber ?? number
        world.census.addContainers(1)
        manager.defaultScope = world.program.defaultScope.map(world.scope)
    }

    /// Creates a child of ``parent``.
    convenience init() {
        // SAFETY: Only `makeChild` calls this.
        let parent = Self.parent!
        self.init(parent.world)
        let number = number
        world.parents.withLock { $0[number] = parent.number }
    }

    deinit { world.census.addContainers(-1) }

    func makeChild() -> RecordedContainer { Self.$parent.withValue(self) { child() } }

    func autoRegister() {
        guard world.program.registersAutomatically else { return }
        for declared in [Declared.cached, .single, .each, .plain] {
            Recorder.current?.change(.registerAutomatically(declared), of: number) { register(declared, $0) }
        }
    }

    /// The number of the container that a recorder's resolutions come from.
    private func number(for recorder: Recorder?) -> Int { recorder?.isWithinSingleton == true ? rootNumber : number }

    /// Builds an instance with the closure of this number.
    func make(_ declared: Declared, _ parameter: Int = 0, _ generation: Int = 0) -> RecordedInstance {
        let (instance, needs) = build(declared, parameter, generation)
        return RecordedInstance(instance, needs: needs, in: self)
    }

    /// Builds an instance, and sometimes throws.
    func tryToMake(_ declared: Declared, _ generation: Int = 0) throws(RecordedFailure) -> RecordedInstance {
        let (instance, needs) = build(declared, 0, generation)
        if Recorder.current?.fails() == true { throw RecordedFailure(instance: instance) }
        return RecordedInstance(instance, needs: needs, in: self)
    }

    private func build(_ declared: Declared, _ parameter: Int, _ generation: Int) -> (Instance, [RecordedInstance]) {
        let begun = world.clock.tick()
        let recorder = Recorder.current
        recorder?.yieldSometimes()
        let needs = recorder.map { recorder in declared.needs.compactMap { resolve($0, 0, recorder) } } ?? []
        recorder?.yieldSometimes()
        let instance = Instance(
            place: Place(number(for: recorder), declared, parameter),
            requested: recorder?.requested ?? 0,
            begun: begun,
            generation: generation,
            ended: world.clock.tick()
        )
        return (instance, needs)
    }
}

extension RecordedContainer {
    var plain: Factory<RecordedInstance> { self { self.make(.plain) } }
    var graph: Factory<RecordedInstance> { self { self.make(.graph) }.graph }
    var cached: Factory<RecordedInstance> { self { self.make(.cached) }.cached }
    var shared: Factory<RecordedInstance> { self { self.make(.shared) }.shared }
    var custom: Factory<RecordedInstance> { self { self.make(.custom) }.scope(world.custom) }
    var each: ParameterFactory<Int, RecordedInstance> { self { self.make(.each, $0) }.scopeOnParameters.cached }
    var timed: Factory<RecordedInstance> { self { self.make(.timed) }.cached.timeToLive(3600) }
    var brief: Factory<RecordedInstance> { self { self.make(.brief) }.cached.timeToLive(0.000_02) }
    var single: Factory<RecordedInstance> { self { self.make(.single) }.singleton }
    var session: Factory<RecordedInstance> { self { self.make(.session) }.scope(world.session) }
    var contextual: Factory<RecordedInstance> { self { self.make(.contextual) }.cached }
    var decorated: Factory<RecordedInstance> {
        self { self.make(.decorated) }.cached.decorator { [unowned self] _, isNew in
            guard let recorder = Recorder.current else { return }
            recorder.decorate(isNew: isNew)
            _ = resolve(.graph, 0, recorder)
        }
    }
    var throwing: ThrowingFactory<RecordedInstance, RecordedFailure> {
        self { () throws(RecordedFailure) in try self.tryToMake(.throwing) }.cached
    }
    var nested: Factory<RecordedInstance> { self { self.make(.nested) }.cached }
    var pair: Factory<RecordedInstance> { self { self.make(.pair) } }

    /// The factory of a declaration that takes no parameter and does not throw; `nil` for the others.
    func factory(_ declared: Declared) -> Factory<RecordedInstance>? {
        switch declared {
        case .plain: plain
        case .graph: graph
        case .cached: cached
        case .shared: shared
        case .custom: custom
        case .each, .throwing: nil
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

    /// Resolves, and records the resolution.
    ///
    /// - Returns: The instance; `nil` for a failure.
    func resolve(_ declared: Declared, _ parameter: Int, _ recorder: Recorder) -> RecordedInstance? {
        recorder.use(Place(number(for: recorder), declared, parameter)) { () throws(RecordedFailure) in
            if declared == .throwing { return try throwing() }
            return factory(declared)?() ?? each(parameter)
        }
    }
}

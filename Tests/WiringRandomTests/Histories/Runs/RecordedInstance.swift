/// What a closure of a ``RecordedContainer`` throws.
struct RecordedFailure: Error {
    let instance: Instance
}

/// The product of a ``RecordedContainer``.
final class RecordedInstance: Sendable {
    let instance: Instance
    /// The decorations, in their order.
    let decorations: [Int]
    private let needs: [RecordedInstance]
    private let census: HistoryCensus
    private let resolvesInDeinit: Bool
    private weak let container: RecordedContainer?

    init(_ instance: Instance, needs: [RecordedInstance], in container: RecordedContainer) {
        self.instance = instance
        decorations = []
        self.needs = needs
        self.container = container
        census = container.world.census
        // Excludes instances that may be released while the dependency that they resolve is being built.
        resolvesInDeinit =
            container.world.program.resolvesInDeinit && instance.place.declared.rawValue > Declared.cached.rawValue
        census.addInstances(1)
    }

    /// Decorates an instance. It resolves nothing in its `deinit`.
    init(decorating inner: RecordedInstance, _ decoration: Int) {
        instance = inner.instance
        decorations = inner.decorations + [decoration]
        needs = [inner]
        container = nil
        census = inner.census
        resolvesInDeinit = false
        census.addInstances(1)
    }

    deinit {
        census.addInstances(-1)
        guard resolvesInDeinit, let recorder = Recorder.current, let container else { return }
        recorder.onceWithin { _ = container.resolve(.cached, 0, recorder) }
    }
}

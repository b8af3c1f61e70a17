/// The state of the outermost resolution on a thread: the instances of the graph scope, and the trace. Sessions are recycled.
final class ResolutionSession {
    // One thread uses it, so it needs no lock. Exclusive access is not checked, because no access lasts while the user's code
    // runs.

    @exclusivity(unchecked) private var knownGraph: GraphInstances?
    @exclusivity(unchecked) private var spareGraph: GraphInstances?
    @exclusivity(unchecked) private var lines: [(text: String, logger: (String) -> Void)] = []

    /// The calling thread's session.
    static var current: ResolutionSession { ResolutionStack.session }

    /// The instances of the graph scope: those of the asynchronous resolution around this one, or else its own.
    var graph: GraphInstances {
        if let knownGraph { return knownGraph }
        let graph = AsyncStep.current?.graph ?? spareGraph.take() ?? GraphInstances()
        knownGraph = graph
        return graph
    }

    /// Those instances, if there have been any.
    static var existingGraph: GraphInstances? {
        ResolutionStack.currentSession?.knownGraph ?? AsyncStep.current?.existingGraph
    }

    /// The instance of a slot on this thread, if it exists. A time to live is not checked.
    ///
    /// - Parameter slot: The address of the slot, which the caller has.
    static func value<Value>(_ type: Value.Type, of slot: UnsafeMutableRawPointer, _ scope: ScopeID) throws(Miss)
        -> Value
    {
        guard let graph = ResolutionStack.currentSession?.knownGraph else { throw Miss() }
        return try graph.value(Value.self, of: slot, scope)
    }

    /// Reserves a line of the trace, because it precedes the lines of what the resolution needs.
    func reserveLine() -> Int {
        lines.append(("", { _ in }))
        return lines.count - 1
    }

    func setLine(_ index: Int, _ text: String, logger: @escaping (String) -> Void) { lines[index] = (text, logger) }

    /// Called on the session's thread when the outermost resolution has ended.
    func end() {
        let ended = lines
        if !ended.isEmpty {
            lines = []
            ended.forEach { $0.logger($0.text) }
        }
        // A `deinit` may resolve, with another session: this one is off the thread.
        guard var graph = knownGraph.take(), isKnownUniquelyReferenced(&graph) else { return }
        graph.end()
        spareGraph = graph
    }
}

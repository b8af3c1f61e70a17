/// The state of the outermost resolution on a thread: the instances of the graph scope, and what observers do
/// when it has ended, such as writing the trace. Sessions are recycled.
package final class ResolutionSession {
    // One thread uses it, so it needs no lock. Exclusive access is not checked, because no access lasts while the user's code
    // runs.

    @exclusivity(unchecked) private var knownGraph: GraphInstances?
    @exclusivity(unchecked) private var spareGraph: GraphInstances?
    @exclusivity(unchecked) private var afterward: [() -> Void] = []

    /// The session of the outermost resolution on this thread, created if there is none.
    ///
    /// Outside of a resolution this returns a new session, which is not stored.
    static var current: ResolutionSession {
        let record = ThreadRecord.current
        if let session = record.pointee.session { return session }
        let session = record.pointee.spareSession.take() ?? ResolutionSession()
        // Outside of a resolution nothing would end the session.
        guard record.pointee.depth > 0 else { return session }
        record.pointee.session = session
        record.pointee.pendingCompletions += 1
        return session
    }

    /// The instances of the graph scope: those of the asynchronous resolution around this one, or else its own.
    var graph: GraphInstances {
        if let knownGraph { return knownGraph }
        let graph = AsyncStep.current?.graph ?? spareGraph.take() ?? GraphInstances()
        knownGraph = graph
        return graph
    }

    /// Those instances, if there have been any.
    package static var existingGraph: GraphInstances? {
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

    /// Calls `body` when the outermost resolution has ended, after earlier ones.
    func afterward(_ body: @escaping () -> Void) { afterward.append(body) }

    /// Called on the session's thread when the outermost resolution has ended.
    func end() {
        let ended = exchange(&afterward, with: [])
        if !ended.isEmpty {
            // What an observer resolves is not a part of what an asynchronous closure needs.
            AsyncStep.outside { for body in ended { body() } }
        }
        // A `deinit` may resolve, with another session: this one is off the thread.
        guard var graph = knownGraph.take(), isKnownUniquelyReferenced(&graph) else { return }
        graph.end()
        spareGraph = graph
    }
}

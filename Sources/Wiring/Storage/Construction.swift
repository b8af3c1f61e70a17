import WiringThread

/// One construction under way: who builds, for which cell, and how to wait for it.
///
/// A thread that finds it in a cell waits until it has ended. What they wait for is made by the first of them: most
/// constructions end before anybody has asked. ``WaitGraph`` makes sure that the builder does not wait for them. Closures of
/// users run meanwhile, but under no lock.
///
/// A thread uses one object for many constructions, one after the other, as long as no other thread has waited for it.
final class Construction: Duty, @unchecked Sendable {
    // SAFETY: What others may touch is behind a lock. The rest is the builder's alone: others get to know a construction
    // under a cell's lock, after `begin()`.

    /// What there is to do at its end.
    struct Work {
        let cell: CellReference
        let rule: KeepingRule
        let changes: (any Changing)?
        let start: ConstructionStart
    }

    private struct State {
        var isFinished = false
        var result: Kept?
        /// Open once the construction has ended; `nil` while nobody waits.
        var latch: OpaquePointer?
    }

    /// The number of the thread that builds.
    private(set) var builder: UInt64
    var work: Work?
    /// Whether a thread waits or has waited. Guarded by the lock of the cell.
    var isAwaited = false
    private let state = Protected(State())

    init(builder: UInt64 = 0) { self.builder = builder }

    // SAFETY: Whoever waits at the latch holds the construction.
    deinit { state.withLock { $0.latch.map(wiring_latch_free) } }

    /// Begins a construction of the calling thread.
    static func begin() -> Construction {
        let record = ThreadRecord.current
        let construction = record.pointee.takeSpareConstruction() ?? Construction()
        construction.builder = record.pointee.number
        return construction
    }

    /// Lets a construction be used again that no cell has admitted.
    func dismiss() { ThreadRecord.current.pointee.spareConstruction = self }

    /// Ends a construction of the calling thread: keeps what was built, and hands it to those who wait.
    func end(with built: Built) {
        guard let work = work.take() else { return }
        end(work, with: built)
    }

    override func end<T>(with instance: T) {
        guard let work = work.take() else { return }
        end(work, with: work.rule.built(instance))
    }

    private func end(_ work: borrowing Work, with built: Built) {
        if work.cell.publish(built, by: self, work) { finish(with: built.instance) } else { dismiss() }
    }

    override func abandon() {
        if let work = work.take() { work.cell.abandon(self) }
        finish(with: nil)
    }

    /// Lets those go on who wait.
    ///
    /// - Parameter result: What was built.
    func finish(with result: Kept?) {
        let latch = state.withLock { state in
            state.isFinished = true
            state.result = result
            return state.latch
        }
        if let latch { wiring_latch_open(latch) }
    }

    /// Whether the builder is done: whoever still waits is about to go on.
    var isFinished: Bool { state.withLock(\.isFinished) }

    /// Waits until the construction has ended.
    ///
    /// - Returns: What was built; `nil` if the builder's thread ended before.
    func wait() -> Kept? {
        let latch = state.withLock { state -> OpaquePointer? in
            if state.isFinished { return nil }
            let latch = state.latch ?? wiring_latch_make()
            state.latch = latch
            return latch
        }
        if let latch { wiring_latch_wait(latch) }
        return state.withLock(\.result)
    }
}

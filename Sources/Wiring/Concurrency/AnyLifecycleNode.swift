/// Keeps an instance running, once it has started.
///
/// A stored instance has the handles of what its dependents depend on: its own, or, without hooks, those of its dependencies. The
/// node of a dependent has them until the dependent has stopped. When no one has the handle any longer, the instance stops.
final class LifecycleHandle: Sendable {
    let node: AnyLifecycleNode

    /// - Parameter node: Has no other handle.
    init(_ node: AnyLifecycleNode) { self.node = node }

    deinit { node.letGo() }
}

/// An instance that is started and stopped.
class AnyLifecycleNode: @unchecked Sendable {
    // SAFETY: The words are atomic. Subclasses are responsible for what they add.
    private let word = AtomicWord()
    /// How many instances have stopped, in all containers.
    fileprivate static let stops = AtomicWord()
    /// How many instances were to be started, in all containers.
    fileprivate static let starts = AtomicWord()
    /// How many lifecycles exist.
    private static let lifecycles = AtomicWord()
    /// The number of stops up to which no dependency is known to have stopped.
    private let checkedStops = AtomicWord()
    private let lastDrop = Protected<InstanceDrop?>(nil)

    /// Whether anything has been started, so that an instance that is found may have to be started, too.
    static var isAnyStarted: Bool { lifecycles.current != 0 }

    static func beginLifecycle() { lifecycles.increment() }

    static func endLifecycle() { lifecycles.decrement() }

    /// Whether it is to be started, and has not been: a caller that awaits the instance waits, or receives the error.
    final var awaitsStart: Bool { word.current & 1 != 0 }

    /// Whether a lifecycle has, or has had, the instance.
    final var isMarkedAsAdmitted: Bool { word.current & 4 != 0 }

    /// Records that a lifecycle will start it.
    final func setAdmitted() {
        word.turnOn(5)
        Self.starts.increment()
    }

    /// Records that it has started.
    final func setStarted() { word.turnOff(1) }

    /// Whether the instance has stopped, or has missed its start, because its container was stopping; or whether it was built
    /// with such an instance.
    ///
    /// Linear in the number of its dependencies after an instance has stopped anywhere, and constant until the next one.
    final var hasStopped: Bool {
        if isMarkedAsStopped { return true }
        // Read first, so that a stop during the check leads to another check.
        let stops = Self.stops.current
        guard checkedStops.current != stops else { return false }
        if dependsOnStopped { return true }
        checkedStops.set(stops)
        return false
    }

    /// Whether the instance has an `onRun` closure, or a call names it. Then a drop ends a run.
    final var isExpectedToRun: Bool { word.current & 24 != 0 }

    /// Whether the instance has an `onRun` closure.
    final var hasTask: Bool { word.current & 8 != 0 }

    /// Records that the instance has an `onRun` closure.
    final func setHasTask() { word.turnOn(8) }

    /// Records that a call names the instance.
    final func setNamed() { word.turnOn(16) }

    /// Why its scope has dropped the instance; `nil` if that is unknown.
    final var drop: InstanceDrop? { lastDrop.withLock { $0 } }

    /// Records why its scope has dropped the instance.
    final func note(_ drop: InstanceDrop) {
        lastDrop.withLock { known in
            // Later, only what was built with it has gone.
            if drop.isIndirect, known?.isIndirect == false { return }
            known = drop
        }
    }

    /// Whether the instance itself has stopped, or has missed its start.
    final var isMarkedAsStopped: Bool { word.current & 2 != 0 }

    /// The declaration of the instance.
    var declaration: Declaration? { nil }

    /// Whether it was built with an instance that has stopped.
    var dependsOnStopped: Bool { false }

    /// Stops the instance, because no one has its handle any longer.
    func letGo() {}

    /// Records that it has stopped. It does not start again.
    final func setStopped() {
        word.turnOn(2)
        Self.stops.increment()
    }
}

extension [LifecycleHandle] {
    /// Each handle once, in the order of the first occurrences.
    var withoutDuplicates: [LifecycleHandle] {
        guard count > 1 else { return self }
        var known: Set<ObjectIdentifier> = []
        return filter { known.insert(ObjectIdentifier($0)).inserted }
    }
}

/// The nodes that dependents of an instance depend on, at least one.
///
/// A hit asks whether one of them has stopped, or has yet to start. It looks at them only after an instance has stopped, or was to
/// be started, anywhere.
final class LifecycleNodes: Sendable {
    let nodes: [LifecycleHandle]
    /// The number of stops up to which none of them had stopped.
    private let checkedStops = AtomicWord()
    /// The number of starts up to which all of them had started, or were not to be.
    private let checkedStarts = AtomicWord()
    private let knownAsAdmitted = AtomicWord()

    init(_ nodes: [LifecycleHandle]) { self.nodes = nodes }

    var haveStopped: Bool { isAny(AnyLifecycleNode.stops, checkedStops) { $0.node.hasStopped } }

    /// Whether all of them belong to a lifecycle.
    var areAdmitted: Bool {
        if knownAsAdmitted.current != 0 { return true }
        guard nodes.allSatisfy(\.node.isMarkedAsAdmitted) else { return false }
        knownAsAdmitted.turnOn(1)
        return true
    }

    var areStarting: Bool { isAny(AnyLifecycleNode.starts, checkedStarts) { $0.node.awaitsStart } }

    @inline(__always)
    private func isAny(
        _ changes: borrowing AtomicWord,
        _ checked: borrowing AtomicWord,
        _ isTrue: (LifecycleHandle) -> Bool
    ) -> Bool {
        // Read first, so that a change during the check leads to another check.
        let changes = changes.current
        guard checked.current != changes else { return false }
        if nodes.contains(where: isTrue) { return true }
        checked.set(changes)
        return false
    }
}

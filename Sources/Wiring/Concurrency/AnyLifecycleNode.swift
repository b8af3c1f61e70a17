/// An instance that is started and stopped.
///
/// A stored instance has the nodes that its dependents depend on: its own node, or, without hooks, those of its
/// dependencies.
class AnyLifecycleNode: @unchecked Sendable {
    // SAFETY: The words are atomic. Subclasses are responsible for what they add.
    private let word = AtomicWord()
    /// How many instances have stopped, in all containers.
    private static let stops = AtomicWord()
    /// The number of stops up to which no dependency is known to have stopped.
    private let checkedStops = AtomicWord()

    /// Whether it is to be started, and has not been: a caller that awaits the instance waits, or receives the error.
    final var awaitsStart: Bool {
        get { word.current & 1 != 0 }
        set { if newValue { word.turnOn(1) } else { word.turnOff(1) } }
    }

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

    /// Whether the instance itself has stopped, or has missed its start.
    final var isMarkedAsStopped: Bool { word.current & 2 != 0 }

    /// Whether it was built with an instance that has stopped.
    var dependsOnStopped: Bool { false }

    /// Records that it has stopped. It does not start again.
    final func setStopped() {
        word.turnOn(2)
        Self.stops.increment()
    }
}

extension [AnyLifecycleNode] {
    /// Each node once, in the order of the first occurrences.
    var withoutDuplicates: [AnyLifecycleNode] {
        guard count > 1 else { return self }
        var known: Set<ObjectIdentifier> = []
        return filter { known.insert(ObjectIdentifier($0)).inserted }
    }
}

/// An instance that is started and stopped.
///
/// A stored instance has the nodes that its dependents depend on: its own node, or, without hooks, those of its
/// dependencies.
class AnyLifecycleNode: @unchecked Sendable {
    // SAFETY: The word is atomic. Subclasses are responsible for what they add.
    private let word = AtomicWord()

    /// Whether it is to be started, and has not been: a caller that awaits the instance waits, or receives the error.
    final var awaitsStart: Bool {
        get { word.current & 1 != 0 }
        set { if newValue { word.turnOn(1) } else { word.turnOff(1) } }
    }

    /// Whether the instance has stopped, or has missed its start, because its container was stopping.
    final var hasStopped: Bool { word.current & 2 != 0 }

    /// Records that it has stopped. It does not start again.
    final func setStopped() { word.turnOn(2) }
}

extension [AnyLifecycleNode] {
    /// Each node once, in the order of the first occurrences.
    var withoutDuplicates: [AnyLifecycleNode] {
        guard count > 1 else { return self }
        var known: Set<ObjectIdentifier> = []
        return filter { known.insert(ObjectIdentifier($0)).inserted }
    }
}

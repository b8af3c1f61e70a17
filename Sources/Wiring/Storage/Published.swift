public import Synchronization

/// The memory of something kept, for those who take no lock. Whoever publishes it owns it.
@usableFromInline
struct Published: ~Copyable, Sendable {
    @usableFromInline let address = Atomic<UInt>(0)

    init() {}

    /// What is published. To be called within ``ThreadRecord/withReading(_:)``, whose end is also the end of what is given.
    @export(implementation)
    @inline(always)
    var memory: KeptMemory? {
        // Holds because what stood there when this thread had begun to read is not freed before it has ended.
        guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .sequentiallyConsistent)) else {
            return nil
        }
        return KeptMemory(pointer)
    }

    /// The instance, if it is there for a scope. To be called as ``memory``.
    @export(implementation)
    @inline(always)
    func value<Value>(_ type: Value.Type, scope: KeeperID) -> Value? {
        guard let memory, memory.scope == scope else { return nil }
        return memory.value(Value.self)
    }

    /// Whether nothing is published.
    var isEmpty: Bool { address.load(ordering: .relaxed) == 0 }

    /// Publishes another thing. One thread does at a time.
    ///
    /// - Parameter old: What was published before.
    func publish(_ new: Kept?, inPlaceOf old: Kept?) {
        guard new != old else { return }
        address.store(new.map { UInt(bitPattern: $0.memory.pointer) } ?? 0, ordering: .sequentiallyConsistent)
        old?.takeOut()
    }
}

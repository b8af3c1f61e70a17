/// An instance as it is kept, whatever its type: what a cell holds.
///
/// A hit reads its memory without a lock, while it may be being taken out. So one that was taken out waits for readers
/// before its memory goes.
@usableFromInline
struct Kept: @unchecked Sendable {
    // Holds because nothing in it changes but the flag, which is atomic. What users made is in it: whoever declares a scope
    // answers for the type, as `Scope` says.

    /// A ``StrongBuffer`` or a ``WeakBuffer``.
    @usableFromInline let owner: AnyObject
    /// The owner's, as long as that is there. What is read without a lock, through this pointer alone: who reads must hold no
    /// reference to the owner, or it could come to be the last.
    @usableFromInline let memory: KeptMemory

    @export(implementation)
    init<Content>(_ owner: ManagedBuffer<KeptMemory.Header, Content>) {
        self.owner = owner
        memory = owner.withUnsafeMutablePointerToHeader { KeptMemory(UnsafeRawPointer($0)) }
    }

    /// Holds an instance strongly.
    @export(implementation)
    init<Value>(_ value: Value, scope: KeeperID) {
        let buffer = StrongBuffer<Value>.create(minimumCapacity: 1) { _ in
            KeptMemory.Header(scope: scope, isWeak: false)
        }
        buffer.withUnsafeMutablePointerToElements { $0.initialize(to: value) }
        self.init(buffer)
    }

    /// Holds an object weakly, however it is wrapped.
    ///
    /// - Returns: `nil` for what cannot be held weakly: a value, or `nil`.
    @usableFromInline
    init?<Value>(weakly value: Value, scope: KeeperID) {
        guard let content = WeakContent(value) else { return nil }
        let buffer = WeakBuffer.create(minimumCapacity: 1) { _ in KeptMemory.Header(scope: scope, isWeak: true) }
        buffer.withUnsafeMutablePointerToElements { $0.initialize(to: content) }
        self.init(buffer)
    }

    /// The scope that keeps it.
    var scope: KeeperID { memory.scope }

    /// Something that keeps the instance alive; `nil` if it has gone.
    var guarantee: AnyObject? {
        defer { extendLifetime(owner) }
        return memory.isWeak ? memory.content(WeakContent.self).pointee.object : owner
    }

    /// Notes that a cell that held this holds it no more.
    func takeOut() {
        defer { extendLifetime(owner) }
        memory.takeOut()
    }
}

extension Kept: Equatable {
    /// Whether both are one thing.
    @usableFromInline
    static func == (left: Kept, right: Kept) -> Bool { left.memory.pointer == right.memory.pointer }
}

/// Owns the memory of an instance that is held strongly.
@usableFromInline
final class StrongBuffer<Value>: ManagedBuffer<KeptMemory.Header, Value> {
    deinit {
        withUnsafeMutablePointers { header, value in
            KeptMemory(header).waitForReaders()
            value.deinitialize(count: 1)
        }
    }
}

/// Owns the memory of an instance that is held weakly.
@usableFromInline
final class WeakBuffer: ManagedBuffer<KeptMemory.Header, WeakContent> {
    deinit {
        withUnsafeMutablePointers { header, content in
            KeptMemory(header).waitForReaders()
            content.pointee.free()
            content.deinitialize(count: 1)
        }
    }
}

/// An instance that was found or built, and what keeps it alive.
@usableFromInline
struct Held {
    private let kept: Kept
    /// What keeps an instance alive that is held weakly.
    private let guarantee: AnyObject?

    /// - Parameter guarantee: `nil` where the instance is held strongly.
    init(_ kept: Kept, _ guarantee: AnyObject? = nil) {
        self.kept = kept
        self.guarantee = guarantee
    }

    @usableFromInline var memory: KeptMemory { kept.memory }

    /// The instance, of the type that it was kept as.
    @export(implementation)
    func value<Value>(_ type: Value.Type) -> Value {
        defer { extendLifetime(self) }
        // Holds because an instance is there as long as its guarantee.
        return memory.value(Value.self)!
    }
}

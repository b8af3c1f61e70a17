public import Synchronization

/// An instance as it is kept, whatever its type: what a cell holds.
///
/// A hit reads its memory without a lock, while it may be being taken out. So one that was taken out waits for readers
/// before its memory goes.
@usableFromInline
class Kept: @unchecked Sendable {
    // Holds because nothing in it changes but the flag. `unchecked` because it has subclasses, which hold what users made:
    // whoever declares a scope answers for the type, as `Scope` says.

    /// What is read without a lock, through this pointer alone: who reads must hold no reference to this object, or it could
    /// come to be the last.
    @usableFromInline let memory: KeptMemory
    @usableFromInline let isTakenOut = Atomic<Bool>(false)

    @inlinable
    init(_ memory: KeptMemory) { self.memory = memory }

    /// The scope that keeps it.
    final var scope: KeeperID { memory.header.scope }

    /// Something that keeps the instance alive; `nil` if it has gone.
    @usableFromInline var guarantee: AnyObject? { self }

    /// Notes that a cell that held this holds it no more.
    final func takeOut() { isTakenOut.store(true, ordering: .relaxed) }

    /// Called first in the `deinit` of each subclass.
    final func waitForReaders() {
        if isTakenOut.load(ordering: .relaxed) { ThreadRecord.waitForReaders() }
    }
}

/// The memory of something kept: a header, and after it, as its alignment asks, the content.
@usableFromInline
struct KeptMemory {
    /// What stands before the content, whatever its type.
    @usableFromInline
    struct Header {
        @usableFromInline let scope: KeeperID
        /// Whether the content is a ``WeakContent``, or the instance itself.
        @usableFromInline let isWeak: Bool

        @inlinable
        init(scope: KeeperID, isWeak: Bool) {
            self.scope = scope
            self.isWeak = isWeak
        }
    }

    @usableFromInline let pointer: UnsafeRawPointer

    // Holds because only memory that `make` has made gets here.
    @inlinable
    init(_ pointer: UnsafeRawPointer) { self.pointer = pointer }

    /// New memory, with a content.
    @inlinable
    static func make<Content>(_ header: Header, _ content: Content) -> KeptMemory {
        let offset = contentOffset(Content.self)
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<Content>.size,
            alignment: max(MemoryLayout<Header>.alignment, MemoryLayout<Content>.alignment)
        )
        memory.initializeMemory(as: Header.self, to: header)
        (memory + offset).initializeMemory(as: Content.self, to: content)
        return KeptMemory(memory)
    }

    /// Ends the memory, and releases the content.
    func free<Content>(_ type: Content.Type) {
        UnsafeMutablePointer(mutating: content(type)).deinitialize(count: 1)
        pointer.deallocate()
    }

    @inlinable
    @inline(__always)
    var header: Header { pointer.assumingMemoryBound(to: Header.self).pointee }

    @inlinable
    @inline(__always)
    func content<Content>(_ type: Content.Type) -> UnsafePointer<Content> {
        (pointer + Self.contentOffset(type)).assumingMemoryBound(to: Content.self)
    }

    /// The instance, of the type that it was kept as, if it is there.
    @inlinable
    @inline(__always)
    func value<Value>(_ type: Value.Type) -> Value? {
        // Holds because the caller's declaration has this type, and the header says which content it is.
        header.isWeak ? WeakContent.value(at: content(WeakContent<Value>.self)) : content(Value.self).pointee
    }

    @inlinable
    @inline(__always)
    static func contentOffset<Content>(_ type: Content.Type) -> Int {
        let mask = MemoryLayout<Content>.alignment - 1
        return (MemoryLayout<Header>.size + mask) & ~mask
    }
}

/// An instance that is held strongly.
@usableFromInline
final class KeptValue<Value>: Kept, @unchecked Sendable {
    @inlinable
    init(_ value: Value, scope: KeeperID) {
        super.init(.make(KeptMemory.Header(scope: scope, isWeak: false), value))
    }

    deinit {
        waitForReaders()
        memory.free(Value.self)
    }

    var value: Value { memory.content(Value.self).pointee }
}

/// An instance that is held weakly: an object, however it is wrapped.
@usableFromInline
final class KeptReference<Value>: Kept, @unchecked Sendable {
    /// - Returns: `nil` for what cannot be held weakly: a value, or `nil`.
    @usableFromInline
    init?(_ value: Value, scope: KeeperID) {
        guard let content = WeakContent(value) else { return nil }
        super.init(.make(KeptMemory.Header(scope: scope, isWeak: true), content))
    }

    deinit {
        waitForReaders()
        memory.content(WeakContent<Value>.self).pointee.free()
        memory.free(WeakContent<Value>.self)
    }

    @usableFromInline override var guarantee: AnyObject? { memory.content(WeakContent<Value>.self).pointee.object }
}

/// A weak hold on an instance.
@usableFromInline
struct WeakContent<Value> {
    @usableFromInline weak var object: AnyObject?
    /// The instance as it lies in memory, where that is a reference to the object and nothing else that is counted. It is
    /// not counted here either, so it may only be copied while the object is held.
    @usableFromInline let bits: UnsafePointer<Value>?

    /// - Returns: `nil` for what cannot be held weakly: a value, or `nil`.
    init?(_ value: Value) {
        guard let object = Wiring.object(in: value) else { return nil }
        self.object = object
        // An object, an existential that holds one, and optionals of both begin with its address; what else there is in
        // them, types and their witnesses, is there for good. An error's box begins otherwise.
        bits = withUnsafeBytes(of: value) { bytes in
            guard bytes.count >= MemoryLayout<UInt>.size,
                bytes.loadUnaligned(as: UInt.self) == UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
            else { return nil }
            let copy = UnsafeMutableRawPointer.allocate(
                byteCount: bytes.count,
                alignment: MemoryLayout<Value>.alignment
            )
            // Holds because a value that has bytes has an address.
            copy.copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
            return UnsafePointer(copy.assumingMemoryBound(to: Value.self))
        }
    }

    /// Nothing is deinitialized, because nothing was counted.
    func free() { UnsafeMutablePointer(mutating: bits)?.deallocate() }

    /// The instance, if it is there. Of a content in its place, because to copy a weak reference costs more than to read it.
    @inlinable
    @inline(__always)
    static func value(at content: UnsafePointer<WeakContent>) -> Value? {
        guard let object = UnsafeMutablePointer(mutating: content).pointee.object else { return nil }
        if let bits = content.pointee.bits {
            // Holds because nothing else is counted in the bits: what holds the object here becomes the value's hold on it.
            _ = Unmanaged.passRetained(object)
            return UnsafeMutablePointer(mutating: bits).move()
        }
        // Holds because the object was taken out of a `Value`, and a cast finds its way back in.
        return (object as! Value)
    }
}

/// An instance that was found or built, and what keeps it alive.
@usableFromInline
struct Held {
    private let kept: Kept
    private let guarantee: AnyObject

    init(_ kept: Kept, _ guarantee: AnyObject) {
        self.kept = kept
        self.guarantee = guarantee
    }

    @usableFromInline var memory: KeptMemory { kept.memory }

    /// The instance, of the type that it was kept as.
    @inlinable
    func value<Value>(_ type: Value.Type) -> Value {
        defer { extendLifetime(self) }
        // Holds because an instance is there as long as its guarantee.
        return memory.value(Value.self)!
    }
}

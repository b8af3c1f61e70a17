import Synchronization

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
    let memory: UnsafeRawPointer
    private let isTakenOut = Atomic<Bool>(false)

    init(_ memory: UnsafeRawPointer) { self.memory = memory }

    /// The scope that keeps it.
    final var scope: KeeperID { KeptMemory(memory).scope }

    /// Something that keeps the instance alive; `nil` if it has gone.
    var guarantee: AnyObject? { self }

    /// Notes that a cell that held this holds it no more.
    final func takeOut() { isTakenOut.store(true, ordering: .relaxed) }

    /// Called first in the `deinit` of each subclass.
    final func waitForReaders() {
        if isTakenOut.load(ordering: .relaxed) { ThreadRecord.waitForReaders() }
    }
}

/// The memory of something kept.
@usableFromInline
struct KeptMemory {
    /// What stands before the content, whatever its type.
    @usableFromInline
    struct Header {
        @usableFromInline let scope: KeeperID
        /// Whether the content is a ``WeakContent``, or the instance itself.
        @usableFromInline let isWeak: Bool
    }

    /// What is kept, as it lies in memory.
    @usableFromInline
    struct Contents<Content> {
        @usableFromInline let header: Header
        @usableFromInline let content: Content
    }

    @usableFromInline let pointer: UnsafeRawPointer

    // Holds because only pointers to contents get here, and a header comes first in all of them.
    @inlinable
    init(_ pointer: UnsafeRawPointer) { self.pointer = pointer }

    @inlinable
    @inline(__always)
    var scope: KeeperID { pointer.assumingMemoryBound(to: Header.self).pointee.scope }

    /// The instance, of the type that it was kept as, if it is there.
    @inlinable
    @inline(__always)
    func value<Value>(_ type: Value.Type) -> Value? {
        // Holds because the caller's declaration has this type, and the header says which contents they are.
        pointer.assumingMemoryBound(to: Header.self).pointee.isWeak
            ? pointer.assumingMemoryBound(to: Contents<WeakContent<Value>>.self).pointee.content.value
            : pointer.assumingMemoryBound(to: Contents<Value>.self).pointee.content
    }
}

/// An instance that is held strongly.
final class KeptValue<Value>: Kept, @unchecked Sendable {
    private let contents: UnsafeMutablePointer<KeptMemory.Contents<Value>>

    init(_ value: Value, scope: KeeperID) {
        contents = .allocate(capacity: 1)
        contents.initialize(
            to: KeptMemory.Contents(header: KeptMemory.Header(scope: scope, isWeak: false), content: value)
        )
        super.init(UnsafeRawPointer(contents))
    }

    deinit {
        waitForReaders()
        contents.deinitialize(count: 1)
        contents.deallocate()
    }

    var value: Value { contents.pointee.content }
}

/// An instance that is held weakly: an object, however it is wrapped.
final class KeptReference<Value>: Kept, @unchecked Sendable {
    private let contents: UnsafeMutablePointer<KeptMemory.Contents<WeakContent<Value>>>

    /// - Returns: `nil` for what cannot be held weakly: a value, or `nil`.
    init?(_ value: Value, scope: KeeperID) {
        guard let content = WeakContent(value) else { return nil }
        contents = .allocate(capacity: 1)
        contents.initialize(
            to: KeptMemory.Contents(header: KeptMemory.Header(scope: scope, isWeak: true), content: content)
        )
        super.init(UnsafeRawPointer(contents))
    }

    deinit {
        waitForReaders()
        contents.pointee.content.free()
        contents.deinitialize(count: 1)
        contents.deallocate()
    }

    override var guarantee: AnyObject? { contents.pointee.content.object }
}

/// A weak hold on an instance.
@usableFromInline
struct WeakContent<Value> {
    @usableFromInline weak let object: AnyObject?
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

    /// The instance, if it is there.
    @inlinable
    @inline(__always)
    var value: Value? {
        guard let object else { return nil }
        // Holds because the object is held here, and nothing else is counted in the bits.
        if let bits {
            defer { extendLifetime(object) }
            return bits.pointee
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

    @usableFromInline var memory: KeptMemory { KeptMemory(kept.memory) }

    /// The instance, of the type that it was kept as.
    @inlinable
    func value<Value>(_ type: Value.Type) -> Value {
        defer { extendLifetime(self) }
        // Holds because an instance is there as long as its guarantee.
        return memory.value(Value.self)!
    }
}

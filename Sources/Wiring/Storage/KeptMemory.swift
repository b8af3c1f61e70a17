import Synchronization

/// The memory of something kept: a header, and after it, as its alignment asks, the content.
@usableFromInline
struct KeptMemory {
    /// What stands before the content, whatever its type.
    @usableFromInline
    struct Header {
        /// The memory of an atomic; see ``KeptMemory/isTakenOut``.
        private var isTakenOut = false
        /// Whether the content is a ``WeakContent``, or the instance itself.
        @usableFromInline let isWeak: Bool
        @usableFromInline let scope: KeeperID

        @usableFromInline
        init(scope: KeeperID, isWeak: Bool) {
            self.scope = scope
            self.isWeak = isWeak
        }
    }

    @usableFromInline let pointer: UnsafeRawPointer

    // Holds because only the address of a buffer's header gets here.
    @export(implementation)
    @inline(always)
    init(_ pointer: UnsafeRawPointer) { self.pointer = pointer }

    init(_ header: UnsafeMutablePointer<Header>) { self.init(UnsafeRawPointer(header)) }

    // One by one, because to copy the header as a whole would be to read the flag, which may be being set at this moment.

    /// Whether the content is held weakly.
    @export(implementation)
    @inline(always)
    var isWeak: Bool { pointer.assumingMemoryBound(to: Header.self).pointee.isWeak }

    /// The scope that keeps the content.
    @export(implementation)
    @inline(always)
    var scope: KeeperID { pointer.assumingMemoryBound(to: Header.self).pointee.scope }

    /// Whether a cell that held this holds it no more.
    private var isTakenOut: UnsafePointer<Atomic<Bool>> {
        // Holds because an atomic lies in memory as its value does, the header begins with that of this one, and it is
        // touched in no other way.
        pointer.assumingMemoryBound(to: Atomic<Bool>.self)
    }

    func takeOut() { isTakenOut.pointee.store(true, ordering: .relaxed) }

    /// Called before the content goes.
    func waitForReaders() {
        if isTakenOut.pointee.load(ordering: .relaxed) { ThreadRecord.waitForReaders() }
    }

    @export(implementation)
    @inline(always)
    func content<Content>(_ type: Content.Type) -> UnsafePointer<Content> {
        (pointer + Self.contentOffset(type)).assumingMemoryBound(to: Content.self)
    }

    /// The instance, of the type that it was kept as, if it is there.
    @export(implementation)
    @inline(always)
    func value<Value>(_ type: Value.Type) -> Value? {
        // Holds because the caller's declaration has this type, and the header says which content it is.
        isWeak ? WeakContent.value(at: content(WeakContent.self)) : content(Value.self).pointee
    }

    /// Where the elements of a buffer begin, from its header on, which stands behind the object's two words.
    @export(implementation)
    @inline(always)
    static func contentOffset<Content>(_ type: Content.Type) -> Int {
        let mask = MemoryLayout<Content>.alignment - 1
        return (2 * MemoryLayout<UInt>.size + MemoryLayout<Header>.size + mask) & ~mask - 2 * MemoryLayout<UInt>.size
    }
}

/// A weak hold on an instance.
@usableFromInline
struct WeakContent {
    @usableFromInline weak var object: AnyObject?
    /// The instance as it lies in memory, where that is a reference to the object and nothing else that is counted. It is
    /// not counted here either, so it may only be copied while the object is held.
    @usableFromInline let bits: UnsafeMutableRawPointer?

    /// - Returns: `nil` for what cannot be held weakly: a value, or `nil`.
    init?<Value>(_ value: Value) {
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
            return copy
        }
    }

    /// Nothing is deinitialized, because nothing was counted.
    func free() { bits?.deallocate() }

    /// The instance, if it is there. Of a content in its place, because to copy a weak reference costs more than to read it.
    @export(implementation)
    @inline(always)
    static func value<Value>(at content: UnsafePointer<WeakContent>) -> Value? {
        guard let object = UnsafeMutablePointer(mutating: content).pointee.object else { return nil }
        if let bits = content.pointee.bits {
            // Holds because nothing else is counted in the bits: what holds the object here becomes the value's hold on it.
            _ = Unmanaged.passRetained(object)
            return bits.assumingMemoryBound(to: Value.self).move()
        }
        // Holds because the object was taken out of a `Value`, and a cast finds its way back in.
        return (object as! Value)
    }
}

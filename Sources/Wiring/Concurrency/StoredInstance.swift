/// An instance as a scope stores it, without its type.
struct StoredInstance: @unchecked Sendable {
    // SAFETY: A box never changes. Its instance goes to every thread that resolves it: whoever declares a scope is responsible
    // for the type, as `Scope` says.

    private let box: AnyBox
    /// The scope that stores it.
    let scope: ScopeID

    /// Stores an instance strongly.
    init<Value>(_ value: Value, scope: ScopeID) {
        box = Box(value)
        self.scope = scope
    }

    /// Stores an object weakly, however it is wrapped.
    ///
    /// - Returns: `nil` for a value that holds no object, or `nil`.
    init?<Value>(weakly value: Value, scope: ScopeID) {
        guard let box = WeakBox(value) else { return nil }
        self.box = box
        self.scope = scope
    }

    /// Whether an object is stored weakly.
    var isWeak: Bool { box.isWeak }

    /// An object that keeps the instance alive; `nil` if a weakly stored object is gone.
    var keepAlive: AnyObject? {
        box.isWeak ? reference.object : box
    }

    /// The instance without a strong reference, valid while this value exists.
    var reference: Reference { Reference(box: .passUnretained(box)) }

    /// The instance, as the type that it was stored as; `nil` if a weakly stored object is gone.
    func value<Value>(_ type: Value.Type) -> Value? {
        defer { extendLifetime(box) }
        guard box.isWeak else { return reference.strongValue(Value.self) }
        return reference.object.map { reference.weakValue(Value.self, $0) }
    }
}

extension StoredInstance: Equatable {
    /// Whether both are the same stored instance.
    static func == (left: StoredInstance, right: StoredInstance) -> Bool { left.box === right.box }
}

extension StoredInstance {
    /// A stored instance without a strong reference to its box.
    struct Reference: @unchecked Sendable {
        // SAFETY: As for `StoredInstance`. The holder knows that the box exists.
        fileprivate let box: Unmanaged<AnyBox>

        /// Which of the following properties applies.
        @inline(__always)
        var isWeak: Bool { box._withUnsafeGuaranteedRef(\.isWeak) }

        /// The instance, if it is stored strongly.
        @inline(__always)
        func strongValue<Value>(_ type: Value.Type) -> Value {
            // SAFETY: The caller's declaration has this type, so the box holds it. Not `unsafeDowncast`, which checks the type at
            // each hit in a build without optimization.
            Unmanaged<Box<Value>>.fromOpaque(box.toOpaque())._withUnsafeGuaranteedRef { $0.value }
        }

        /// The object, if one is stored weakly and still exists.
        var object: AnyObject? { weak._withUnsafeGuaranteedRef(\.object) }

        /// The instance that wraps a weakly stored object.
        @inline(__always)
        func weakValue<Value>(_ type: Value.Type, _ object: consuming AnyObject) -> Value {
            // SAFETY: The object was taken from a `Value`, so the cast back succeeds.
            guard let bits = weak._withUnsafeGuaranteedRef(\.bits) else { return object as! Value }
            // SAFETY: The bits contain no other reference. The strong reference to the object becomes the value's.
            _ = Unmanaged.passRetained(consume object)
            return bits.assumingMemoryBound(to: Value.self).move()
        }

        // SAFETY: Only a `WeakBox` says that it is weak.
        private var weak: Unmanaged<WeakBox> { .fromOpaque(box.toOpaque()) }
    }

    /// A stored instance and a strong reference that keeps it alive.
    struct Strong {
        private let stored: StoredInstance
        /// Keeps a weakly stored instance alive.
        private let keepAlive: AnyObject?

        /// - Parameter keepAlive: `nil` if the instance is stored strongly.
        init(_ stored: StoredInstance, _ keepAlive: AnyObject? = nil) {
            self.stored = stored
            self.keepAlive = keepAlive
        }

        /// The instance, as the type that it was stored as.
        func value<Value>(_ type: Value.Type) -> Value {
            defer { extendLifetime(keepAlive) }
            // SAFETY: The keepAlive keeps the instance alive.
            return stored.value(Value.self)!
        }
    }

    /// Holds an instance, whatever its type.
    fileprivate class AnyBox {
        final let isWeak: Bool

        init(isWeak: Bool) { self.isWeak = isWeak }
    }

    /// Holds an instance strongly.
    private final class Box<Value>: AnyBox {
        let value: Value

        init(_ value: Value) {
            self.value = value
            super.init(isWeak: false)
        }
    }

    /// Holds an object weakly.
    private final class WeakBox: AnyBox {
        weak var object: AnyObject?
        /// The bytes of the instance, if its only reference is to the object. They do not retain the object, so they may be
        /// copied only while it is retained elsewhere.
        let bits: UnsafeMutableRawPointer?

        /// - Returns: `nil` for a value that holds no object, or `nil`.
        init?<Value>(_ value: Value) {
            guard let object = Wiring.object(in: value) else { return nil }
            self.object = object
            // An object, an existential that holds one, and optionals of both begin with its address. Their other bytes, types
            // and witness tables, live as long as the program. An error's box begins otherwise.
            bits = withUnsafeBytes(of: value) { bytes in
                guard bytes.count >= MemoryLayout<UInt>.size,
                    bytes.loadUnaligned(as: UInt.self) == UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
                else { return nil }
                let copy = UnsafeMutableRawPointer.allocate(
                    byteCount: bytes.count,
                    alignment: MemoryLayout<Value>.alignment
                )
                // SAFETY: A value that has bytes has an address.
                copy.copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
                return copy
            }
            super.init(isWeak: true)
        }

        // The bytes own no reference, so there is nothing to deinitialize.
        deinit { bits?.deallocate() }
    }
}

/// There is no instance on the fast path.
@usableFromInline
struct Miss: Error {}

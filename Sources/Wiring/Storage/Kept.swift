/// An instance as it is kept, whatever its type.
struct Kept: @unchecked Sendable {
    // SAFETY: A box never changes. The instance in it goes to every thread that asks for it: whoever declares a scope
    // answers for its type, as `Scope` says.

    fileprivate let box: AnyBox
    /// The scope that keeps it.
    let scope: KeeperID

    /// Holds an instance strongly.
    init<Value>(_ value: Value, scope: KeeperID) {
        box = Box(value)
        self.scope = scope
    }

    /// Holds an object weakly, however it is wrapped.
    ///
    /// - Returns: `nil` for what cannot be held weakly: a value, or `nil`.
    init?<Value>(weakly value: Value, scope: KeeperID) {
        guard let box = WeakBox(value) else { return nil }
        self.box = box
        self.scope = scope
    }

    /// Whether an object is held weakly.
    var isWeak: Bool { box.isWeak }

    /// Something that keeps the instance alive; `nil` if the instance is gone.
    var guarantee: AnyObject? {
        box.isWeak ? reference.object : box
    }

    /// What is held, as long as this is there.
    var reference: KeptReference { KeptReference(box: .passUnretained(box)) }

    /// The instance, of the type that it was kept as; `nil` if it was held weakly and is gone.
    func value<Value>(_ type: Value.Type) -> Value? {
        defer { extendLifetime(box) }
        guard box.isWeak else { return reference.strongValue(Value.self) }
        return reference.object.map { reference.weakValue(Value.self, $0) }
    }
}

/// What a ``Kept`` holds, without a hold on it.
struct KeptReference: @unchecked Sendable {
    // SAFETY: As for `Kept`. Whoever has this knows that the box is there.
    fileprivate let box: Unmanaged<AnyBox>

    /// Which of the following to ask.
    @inline(__always)
    var isWeak: Bool { box._withUnsafeGuaranteedRef(\.isWeak) }

    /// The instance, where it is held strongly.
    @inline(__always)
    func strongValue<Value>(_ type: Value.Type) -> Value {
        // SAFETY: The caller's declaration has this type, so the box is one of it. Not `unsafeDowncast`, which looks at the type
        // in a build without optimization, at each hit.
        Unmanaged<Box<Value>>.fromOpaque(box.toOpaque())._withUnsafeGuaranteedRef { $0.value }
    }

    /// The object, where one is held weakly, if it is there.
    var object: AnyObject? { weak._withUnsafeGuaranteedRef(\.object) }

    /// The instance that an object is, where it is held weakly.
    @inline(__always)
    func weakValue<Value>(_ type: Value.Type, _ object: consuming AnyObject) -> Value {
        // SAFETY: The object was taken out of a `Value`, and a cast finds its way back in.
        guard let bits = weak._withUnsafeGuaranteedRef(\.bits) else { return object as! Value }
        // SAFETY: Nothing else is counted in the bits: the hold on the object here becomes the value's.
        _ = Unmanaged.passRetained(consume object)
        return bits.assumingMemoryBound(to: Value.self).move()
    }

    // SAFETY: Only a `WeakBox` says that it is weak.
    private var weak: Unmanaged<WeakBox> { .fromOpaque(box.toOpaque()) }
}

/// What was asked for is not there.
@usableFromInline
struct Missing: Error {}

extension Kept: Equatable {
    /// Whether both are one thing.
    static func == (left: Kept, right: Kept) -> Bool { left.box === right.box }
}

/// Holds an instance, whatever its type.
fileprivate class AnyBox {
    final let isWeak: Bool

    init(isWeak: Bool) { self.isWeak = isWeak }
}

/// Holds an instance strongly.
fileprivate final class Box<Value>: AnyBox {
    let value: Value

    init(_ value: Value) {
        self.value = value
        super.init(isWeak: false)
    }
}

/// Holds an object weakly.
fileprivate final class WeakBox: AnyBox {
    fileprivate weak var object: AnyObject?
    /// The instance as it lies in memory, where that is a reference to the object and nothing else that is counted. It is
    /// not counted here either, so it may be copied only while the object is held.
    fileprivate let bits: UnsafeMutableRawPointer?

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
            // SAFETY: A value that has bytes has an address.
            copy.copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
            return copy
        }
        super.init(isWeak: true)
    }

    // Nothing is deinitialized, because nothing was counted.
    deinit { bits?.deallocate() }
}

/// An instance that was found or built, and what keeps it alive.
struct Held {
    private let kept: Kept
    /// What keeps an instance alive that is held weakly.
    private let guarantee: AnyObject?

    /// - Parameter guarantee: `nil` where the instance is held strongly.
    init(_ kept: Kept, _ guarantee: AnyObject? = nil) {
        self.kept = kept
        self.guarantee = guarantee
    }

    /// The instance, of the type that it was kept as.
    func value<Value>(_ type: Value.Type) -> Value {
        defer { extendLifetime(guarantee) }
        // SAFETY: An instance is there as long as its guarantee.
        return kept.value(Value.self)!
    }
}

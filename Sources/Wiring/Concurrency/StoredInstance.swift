/// An instance as a scope stores it, without its type.
struct StoredInstance: @unchecked Sendable {
    // SAFETY: A box never changes. Its instance goes to every thread that resolves it: whoever declares a scope is responsible
    // for the type, as `Scope` says.

    private let box: AnyBox
    /// The scope that stores it.
    let scope: ScopeID

    /// Stores an instance strongly.
    init<Value>(_ value: Value, scope: ScopeID, _ nodes: [AnyLifecycleNode] = []) {
        box = nodes.isEmpty ? Box(value) : TrackedBox(value, nodes)
        self.scope = scope
    }

    /// Stores an object weakly, however it is wrapped.
    ///
    /// - Returns: `nil` for a value that holds no object, or `nil`.
    init?<Value>(weakly value: Value, scope: ScopeID, _ nodes: [AnyLifecycleNode] = []) {
        guard let box = WeakBox(value, nodes) else { return nil }
        self.box = box
        self.scope = scope
    }

    /// Stores an outcome until it is spent.
    init(_ outcome: Outcome, scope: ScopeID, _ nodes: [AnyLifecycleNode]) {
        box = WeakBox(outcome, nodes)
        self.scope = scope
    }

    /// What the dependents of the instance depend on: see ``AnyLifecycleNode``.
    var lifecycleNodes: [AnyLifecycleNode] { box.lifecycleNodes }

    /// When it was last used.
    ///
    /// - Parameter used: When a caller last found it.
    func lastUse(_ used: Duration?, now: Duration) -> Duration? {
        box.isWeak ? reference.outcome.map { $0.lastUse(used, now: now) } ?? used : used
    }

    /// Whether it is an outcome whose instance is still being made.
    var isUnderway: Bool { box.isWeak && reference.outcome?.isUnderway ?? false }

    /// As ``keepAlive``; for an outcome, an object that keeps its instance alive.
    var instanceKeepAlive: AnyObject? {
        box.isWeak ? reference.outcome.map(\.keepAlive) ?? reference.object : box
    }

    /// An object that keeps the instance alive; `nil` if a weakly stored object is gone, or an outcome is spent.
    var keepAlive: AnyObject? {
        box.isWeak ? reference.object : box
    }

    /// The instance without a strong reference, valid while this value exists.
    var reference: Reference { Reference(box: .passUnretained(box)) }

    /// The instance, as the type that it was stored as; `nil` if there is no ``keepAlive``.
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

        /// Whether the instance is stored strongly, and dependents on it need not be recorded. Then a hit returns it.
        @inline(__always)
        var isPlain: Bool { box._withUnsafeGuaranteedRef(\.isPlain) }

        /// Whether a dependent on the instance that is being built on this thread must be recorded, which takes the slow path.
        var hasDependentToRecord: Bool { box._withUnsafeGuaranteedRef(\.isTracked) && ResolutionStack.isBuilding }

        /// Whether an object is stored weakly, or an outcome until it is spent: which of the following properties applies.
        @inline(__always)
        var isWeak: Bool { box._withUnsafeGuaranteedRef(\.isWeak) }

        /// The instance, if it is stored strongly.
        @inline(__always)
        func strongValue<Value>(_ type: Value.Type) -> Value {
            // SAFETY: The caller's declaration has this type, so the box holds it. Not `unsafeDowncast`, which checks the type at
            // each hit in a build without optimization.
            Unmanaged<Box<Value>>.fromOpaque(box.toOpaque())._withUnsafeGuaranteedRef { $0.value }
        }

        /// The object, if one is stored weakly and still exists; or the outcome, unless it is spent.
        var object: AnyObject? { weak._withUnsafeGuaranteedRef(\.object) }

        /// The outcome, if one is stored.
        fileprivate var outcome: Outcome? { weak._withUnsafeGuaranteedRef(\.outcome) }

        /// The instance that wraps a weakly stored object.
        @inline(__always)
        func weakValue<Value>(_ type: Value.Type, _ object: consuming AnyObject) -> Value {
            guard let bits = weak._withUnsafeGuaranteedRef(\.bits) else {
                // SAFETY: An outcome is stored as its own class, and a value of a class type is a reference and nothing else. Any
                // other object was taken from a `Value`, so the cast back succeeds.
                return outcome == nil ? object as! Value : unsafeBitCast(object, to: Value.self)
            }
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

        var lifecycleNodes: [AnyLifecycleNode] { stored.lifecycleNodes }

        /// The instance, as the type that it was stored as.
        func value<Value>(_ type: Value.Type) -> Value {
            defer { extendLifetime(stored.box) }
            // An outcome may have been spent since.
            guard let keepAlive, stored.box.isWeak else { return stored.reference.strongValue(Value.self) }
            return stored.reference.weakValue(Value.self, keepAlive)
        }
    }

    /// Holds an instance, whatever its type.
    fileprivate class AnyBox {
        final let isWeak: Bool
        /// Whether there are ``lifecycleNodes``.
        final let isTracked: Bool
        /// Whether neither applies.
        final let isPlain: Bool
        var lifecycleNodes: [AnyLifecycleNode] { [] }

        init(isWeak: Bool = false, isTracked: Bool = false) {
            self.isWeak = isWeak
            self.isTracked = isTracked
            isPlain = !isWeak && !isTracked
        }
    }

    /// Holds an instance strongly.
    private class Box<Value>: AnyBox {
        final let value: Value

        init(_ value: Value, isTracked: Bool = false) {
            self.value = value
            super.init(isTracked: isTracked)
        }
    }

    /// Holds an instance strongly, and what its dependents depend on.
    private final class TrackedBox<Value>: Box<Value> {
        private let nodes: [AnyLifecycleNode]
        override var lifecycleNodes: [AnyLifecycleNode] { nodes }

        init(_ value: Value, _ nodes: [AnyLifecycleNode]) {
            self.nodes = nodes
            super.init(value, isTracked: true)
        }
    }

    /// Holds an object weakly, or an outcome until it is spent.
    private final class WeakBox: AnyBox {
        private weak var weakObject: AnyObject?
        let outcome: Outcome?
        /// The bytes of the instance, if its only reference is to the object. They do not retain the object, so they may be
        /// copied only while it is retained elsewhere.
        let bits: UnsafeMutableRawPointer?
        private let nodes: [AnyLifecycleNode]
        override var lifecycleNodes: [AnyLifecycleNode] { outcome.map { nodes + $0.lifecycleNodes } ?? nodes }

        var object: AnyObject? {
            guard let outcome else { return weakObject }
            return outcome.isSpent ? nil : outcome
        }

        init(_ outcome: Outcome, _ nodes: [AnyLifecycleNode]) {
            self.outcome = outcome
            self.nodes = nodes
            bits = nil
            super.init(isWeak: true, isTracked: !nodes.isEmpty)
        }

        /// - Returns: `nil` for a value that holds no object, or `nil`.
        init?<Value>(_ value: Value, _ nodes: [AnyLifecycleNode]) {
            guard let object = Wiring.object(in: value) else { return nil }
            weakObject = object
            outcome = nil
            self.nodes = nodes
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
            super.init(isWeak: true, isTracked: !nodes.isEmpty)
        }

        // The bytes own no reference, so there is nothing to deinitialize.
        deinit { bits?.deallocate() }
    }
}

/// An instance that is started and stopped.
///
/// An instance is stored with the nodes that its dependents depend on: its own, or, if it is not started itself, those of what
/// it depends on.
class AnyLifecycleNode: @unchecked Sendable {
    // SAFETY: It has no state. Subclasses are responsible for what they add.
}

extension [AnyLifecycleNode] {
    /// Each node once, in the order of the first occurrences.
    var withoutDuplicates: [AnyLifecycleNode] {
        guard count > 1 else { return self }
        var known: Set<ObjectIdentifier> = []
        return filter { known.insert(ObjectIdentifier($0)).inserted }
    }
}

/// There is no instance on the fast path.
@usableFromInline
struct Miss: Error {}

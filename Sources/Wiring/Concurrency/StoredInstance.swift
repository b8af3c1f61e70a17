/// A type-erased instance, as a scope stores it.
struct StoredInstance: @unchecked Sendable {
    // SAFETY: A box never changes. Its instance goes to every thread that resolves it. The declaration of a scope must
    // ensure that the type allows this, as `Scope` says.

    private let box: Box
    /// The scope that stores it.
    let scope: ScopeID

    /// Stores an instance strongly.
    init<Value>(_ value: Value, scope: ScopeID, _ nodes: [AnyLifecycleNode] = []) {
        box = .holding(value, nodes)
        self.scope = scope
    }

    /// Stores an object weakly, however it is wrapped.
    ///
    /// - Returns: `nil` for a value that holds no object, or `nil`.
    init?<Value>(weakly value: Value, scope: ScopeID, _ nodes: [AnyLifecycleNode] = []) {
        guard let box = Box.holding(weakly: value, nodes) else { return nil }
        self.box = box
        self.scope = scope
    }

    /// Stores an outcome until it is spent.
    init(_ outcome: Outcome, scope: ScopeID) {
        box = .holding(outcome)
        self.scope = scope
    }

    /// Stores the instance of an outcome in place of the outcome.
    ///
    /// - Returns: `nil` for a value that cannot be stored weakly, or `nil`.
    init?<Value>(settled value: Value, scope: ScopeID, weakly: Bool, _ nodes: [AnyLifecycleNode]) {
        if weakly {
            guard let box = Box.holding(weakly: value, nodes, kind: .settled) else { return nil }
            self.box = box
        } else {
            guard !isNil(value) else { return nil }
            box = .holding(value, nodes, kind: .settled)
        }
        self.scope = scope
    }

    /// The nodes that dependents of the instance depend on: see ``AnyLifecycleNode``.
    var lifecycleNodes: [AnyLifecycleNode] { box.lifecycleNodes }

    /// Whether it has stopped, or was built with an instance that has. A caller that finds it evicts it.
    var hasStopped: Bool { !box.isPlain && box.hasStopped }

    /// When it was last used.
    ///
    /// - Parameter used: When a caller last found it.
    func lastUse(_ used: Duration?, now: Duration) -> Duration? {
        box.isWeak ? reference.outcome.map { $0.lastUse(used, now: now) } ?? used : used
    }

    /// The instance of a stored outcome, once it exists. The cell stores it in place of the outcome.
    var settled: StoredInstance? { box.isWeak ? reference.outcome?.settled : nil }

    /// Whether it is an outcome whose instance is still being made.
    var isUnderway: Bool { box.isWeak && reference.outcome?.isUnderway ?? false }

    /// As ``keepAlive``; for an outcome, an object that keeps its instance alive.
    var instanceKeepAlive: AnyObject? {
        defer { extendLifetime(box) }
        return box.isWeak ? reference.outcome.map(\.keepAlive) ?? reference.object : box
    }

    /// An object that keeps the instance alive; `nil` if a weakly stored object is gone, or an outcome is spent.
    var keepAlive: AnyObject? {
        defer { extendLifetime(box) }
        return box.isWeak ? reference.object : box
    }

    /// The instance without a strong reference, valid while this value exists.
    var reference: Reference { Reference(box: .passUnretained(box)) }

    /// The address of the instance, valid while this value exists, if a hit only copies it: see ``Box/isPlain``.
    var plainAddress: UnsafeRawPointer? { box.isPlain ? UnsafeRawPointer(box.address) : nil }

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
        fileprivate let box: Unmanaged<Box>

        /// See ``Box/isPlain``.
        var isPlain: Bool { box._withUnsafeGuaranteedRef(\.isPlain) }

        /// Whether dependents on the instance must be recorded.
        private var isTracked: Bool { box._withUnsafeGuaranteedRef(\.isTracked) }

        /// Whether a dependent on the instance that is being built on this thread must be recorded, which takes the slow path.
        var hasDependentToRecord: Bool { isTracked && ResolutionStack.isBuilding }

        /// Whether a hit may return what is stored, if it still exists.
        func isHit(_ kind: Kind) -> Bool {
            guard box._withUnsafeGuaranteedRef(\.kind) == kind, !hasDependentToRecord else { return false }
            if isTracked, box._withUnsafeGuaranteedRef(\.hasStopped) { return false }
            // A caller that awaits the instance also waits for its start.
            return kind != .settled || !isTracked || !box._withUnsafeGuaranteedRef(\.isStarting)
        }

        /// Whether an object is stored weakly, or an outcome until it is spent: which of the following properties applies.
        var isWeak: Bool { box._withUnsafeGuaranteedRef(\.isWeak) }

        /// The instance, if it is stored strongly.
        @inline(__always)
        func strongValue<Value>(_ type: Value.Type) -> Value {
            // SAFETY: The caller's declaration has this type, so the box holds it.
            box._withUnsafeGuaranteedRef { $0.address.assumingMemoryBound(to: Value.self).pointee }
        }

        /// The object, if one is stored weakly and still exists; or the outcome, unless it is spent.
        var object: AnyObject? { box._withUnsafeGuaranteedRef { $0.weakReference.pointee.object } }

        /// The outcome, if one is stored.
        fileprivate var outcome: Outcome? { box._withUnsafeGuaranteedRef { $0.weakReference.pointee.outcome } }

        /// The instance that wraps a weakly stored object.
        @inline(__always)
        func weakValue<Value>(_ type: Value.Type, _ object: consuming AnyObject) -> Value {
            guard let bits = box._withUnsafeGuaranteedRef({ $0.weakReference.pointee.bits }) else {
                // SAFETY: An outcome is stored as its own class, and a value of a class type is a reference and nothing else. Any
                // other object was taken from a `Value`, so the cast back succeeds.
                return outcome == nil ? object as! Value : unsafeBitCast(object, to: Value.self)
            }
            // SAFETY: The bits contain no other reference. The strong reference to the object becomes the value's.
            _ = Unmanaged.passRetained(consume object)
            return bits.assumingMemoryBound(to: Value.self).move()
        }
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

        /// The instance, as the type that it was stored as, or the outcome that has led to it.
        func value<Value>(_ type: Value.Type) -> Value {
            if stored.box.kind == .settled, let outcome = Value.self as? Outcome.Type {
                // SAFETY: The result has the class of which this is the metatype.
                return unsafeBitCast(outcome.settled(self), to: Value.self)
            }
            return instance(Value.self)
        }

        /// The instance, as the type that it was stored as.
        func instance<Value>(_ type: Value.Type) -> Value {
            defer { extendLifetime(stored.box) }
            // An outcome may have been spent since.
            guard let keepAlive, stored.box.isWeak else { return stored.reference.strongValue(Value.self) }
            return stored.reference.weakValue(Value.self, keepAlive)
        }
    }
}

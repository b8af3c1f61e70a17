/// A type-erased instance, as a scope stores it.
struct StoredInstance: @unchecked Sendable {
    // SAFETY: A box never changes. Its instance goes to every thread that resolves it. The declaration of a scope must
    // ensure that the type allows this, as `Scope` says.

    private let box: Box
    /// The scope that stores it.
    let scope: ScopeID

    /// Stores an instance strongly.
    init<Value>(_ value: Value, scope: ScopeID, _ nodes: [LifecycleHandle] = []) {
        box = .holding(value, nodes)
        self.scope = scope
    }

    /// Stores an object weakly, however it is wrapped.
    ///
    /// - Returns: `nil` for a value that holds no object, or `nil`.
    init?<Value>(weakly value: Value, scope: ScopeID, _ nodes: [LifecycleHandle] = []) {
        guard let box = Box.holding(weakly: value, nodes) else { return nil }
        self.box = box
        self.scope = scope
    }

    /// The handles of what dependents of the instance depend on: see ``LifecycleHandle``.
    var lifecycleNodes: [LifecycleHandle] { box.lifecycleNodes }

    /// Whether it has stopped, or was built with an instance that has. A caller that finds it evicts it.
    var hasStopped: Bool { !box.isPlain && box.hasStopped }

    /// An object that keeps the instance alive; `nil` if a weakly stored object is gone.
    var keepAlive: AnyObject? {
        defer { extendLifetime(box) }
        return box.isWeak ? reference.object : box
    }

    /// The instance without a strong reference, valid while this value exists.
    var reference: Reference { Reference(box: Borrowed(box)) }

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
        fileprivate let box: Borrowed<Box>

        /// Whether dependents on the instance must be recorded.
        private var isTracked: Bool { box.with(\.isTracked) }

        /// Whether a hit may return what is stored, if it still exists.
        ///
        /// - Parameters:
        ///   - awaitsStart: Whether the caller waits for the start of the instance.
        ///   - mayStart: Whether the caller has hooks, with which the instance starts if its container has been started since.
        @inline(__always)
        func isHit(awaitsStart: Bool, mayStart: Bool = false) -> Bool {
            guard isTracked else { return true }
            return !ResolutionStack.isBuilding
                && box.with {
                    !$0.hasStopped && !(awaitsStart && $0.isStarting) && (!mayStart || $0.isAdmitted)
                }
        }

        /// Whether an object is stored weakly: which of the following properties applies.
        var isWeak: Bool { box.with(\.isWeak) }

        /// The instance, if it is stored strongly.
        @inline(__always)
        func strongValue<Value>(_ type: Value.Type) -> Value {
            // SAFETY: The caller's declaration has this type, so the box holds it.
            box.with { $0.address.assumingMemoryBound(to: Value.self).pointee }
        }

        /// The object, if one is stored weakly and still exists.
        var object: AnyObject? { box.with { $0.weakReference.pointee.object } }

        /// The instance that wraps a weakly stored object.
        @inline(__always)
        func weakValue<Value>(_ type: Value.Type, _ object: consuming AnyObject) -> Value {
            guard let bits = box.with({ $0.weakReference.pointee.bits }) else {
                // SAFETY: The object was taken from a `Value`, so the cast back succeeds.
                return object as! Value
            }
            // SAFETY: The bits contain no other reference. The strong reference to the object becomes the value's.
            _ = Borrowed.retaining(object)
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

        var lifecycleNodes: [LifecycleHandle] { stored.lifecycleNodes }

        /// The instance, as the type that it was stored as.
        func value<Value>(_ type: Value.Type) -> Value {
            defer { extendLifetime(stored.box) }
            guard let keepAlive, stored.box.isWeak else { return stored.reference.strongValue(Value.self) }
            return stored.reference.weakValue(Value.self, keepAlive)
        }
    }
}

extension StoredInstance {
    /// An object that holds an instance of any type, or refers to it weakly.
    ///
    /// One class serves all types: the instance follows the header. A generic class would need metadata for each type, and each
    /// first resolution would look it up.
    final class Box: ManagedBuffer<Header, UInt64> {
        /// Holds an instance strongly.
        ///
        /// - Parameter nodes: The nodes that dependents of the instance depend on.
        static func holding<Value>(
            _ value: Value,
            _ nodes: [LifecycleHandle] = []
        ) -> Box {
            make(Value.self, Value.self, nodes) { $0.initialize(to: value) }
        }

        /// Refers to an object weakly, however it is wrapped.
        ///
        /// - Returns: `nil` for a value that holds no object, or `nil`.
        static func holding<Value>(
            weakly value: Value,
            _ nodes: [LifecycleHandle]
        ) -> Box? {
            guard let object = Wiring.object(in: value) else { return nil }
            return make(nil, WeakReference.self, nodes) { $0.initialize(to: WeakReference(object, in: value)) }
        }

        /// - Parameters:
        ///   - held: The type of an instance that is held strongly; `nil` for a weak reference.
        ///   - type: The type of what the box contains.
        ///   - initialize: Initializes it.
        @inline(__always)
        private static func make<Value: ~Copyable>(
            _ held: (any Any.Type)?,
            _ type: Value.Type,
            _ nodes: [LifecycleHandle],
            _ initialize: (UnsafeMutablePointer<Value>) -> Void
        ) -> Box {
            // The elements are aligned to eight bytes, and the instance in them to more if it needs that.
            let bytes = MemoryLayout<Value>.size + max(0, MemoryLayout<Value>.alignment - 8)
            let buffer = create(minimumCapacity: (bytes + 7) / 8) { buffer in
                let elements = buffer.elements
                let address = elements.alignedUp(for: Value.self)
                initialize(address.assumingMemoryBound(to: Value.self))
                return Header(
                    type: held,
                    nodes: nodes.isEmpty ? nil : .retaining(LifecycleNodes(nodes)),
                    offset: address - elements
                )
            }
            // SAFETY: `create` makes an object of the class that it is called on.
            return unsafeDowncast(buffer, to: Box.self)
        }

        deinit {
            // SAFETY: The nodes were retained, and the memory was initialized, when the box was made.
            withHeader(\.nodes)?.release()
            if let type = withHeader(\.type) { destroy(type) } else { weakReference.deinitialize(count: 1) }
        }

        private func destroy<Value>(_ type: Value.Type) {
            // SAFETY: As above. Shorter than `deinitialize`, which is made for arrays.
            _ = address.assumingMemoryBound(to: Value.self).move()
        }

        // SAFETY: The box retains its nodes until it is gone. Retaining them would cost a hit as much as its lock.
        @inline(__always)
        private func withNodes<Result>(_ body: (LifecycleNodes) -> Result) -> Result? {
            withHeader(\.nodes)?.with(body)
        }

        // The header never changes, so its accesses need no check.
        @inline(__always)
        private func withHeader<Result>(_ body: (Header) -> Result) -> Result {
            withUnsafeMutablePointerToHeader { body($0.pointee) }
        }

        /// Whether it refers to an object weakly.
        var isWeak: Bool { withHeader { $0.type == nil } }

        /// Whether there are ``lifecycleNodes``.
        var isTracked: Bool { withHeader { $0.nodes != nil } }

        /// Whether it holds an instance strongly, and dependents on it need not be recorded. Then a hit copies it.
        var isPlain: Bool { !isWeak && !isTracked }

        /// Where the instance is. Valid while this object exists.
        @inline(__always)
        var address: UnsafeMutableRawPointer { elements + Int(withHeader(\.offset)) }

        // SAFETY: Callers check `isWeak`, so the memory holds a `WeakReference`.
        var weakReference: UnsafeMutablePointer<WeakReference> { address.assumingMemoryBound(to: WeakReference.self) }

        /// The handles of what dependents of the instance depend on: see ``LifecycleHandle``.
        var lifecycleNodes: [LifecycleHandle] { withNodes { $0.nodes } ?? [] }

        /// Whether one of the ``lifecycleNodes`` has yet to start.
        var isAdmitted: Bool { withNodes { $0.areAdmitted } ?? true }

        var isStarting: Bool { withNodes { $0.areStarting } ?? false }
        /// Whether one of them has stopped.
        var hasStopped: Bool { withNodes { $0.haveStopped } ?? false }
    }

    /// Describes the instance of a ``Box``. It never changes.
    struct Header {
        /// The type of an instance that is held strongly; `nil` for a ``WeakReference``.
        fileprivate let type: (any Any.Type)?
        /// The nodes that dependents depend on; `nil` if there are none.
        fileprivate let nodes: Borrowed<LifecycleNodes>?
        /// The distance of the instance from the elements.
        fileprivate let offset: Int
    }

    /// A weak reference to an object.
    struct WeakReference: ~Copyable {
        /// The object, if it still exists.
        private(set) weak var object: AnyObject?
        /// The bytes of the instance, if its only reference is to the object. They do not retain the object, so they may be copied only
        /// while it is retained elsewhere.
        let bits: UnsafeMutableRawPointer?

        /// - Parameter object: The object in the value.
        fileprivate init<Value>(_ object: AnyObject, in value: Value) {
            self.object = object
            // An object, an existential that holds one, and optionals of both begin with its address. Their other bytes, types and
            // witness tables, live as long as the program. An error's box begins otherwise.
            bits = withUnsafeBytes(of: value) { bytes in
                guard bytes.count >= MemoryLayout<UInt>.size,
                    bytes.loadUnaligned(as: UInt.self) == UInt(bitPattern: Borrowed(object).address)
                else { return nil }
                let copy = UnsafeMutableRawPointer.allocate(
                    byteCount: bytes.count,
                    alignment: MemoryLayout<Value>.alignment
                )
                // SAFETY: A value that has bytes has an address.
                copy.copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
                return copy
            }
        }

        // The bytes own no reference, so there is nothing to deinitialize.
        deinit { bits?.deallocate() }
    }
}

extension ManagedBuffer {
    // SAFETY: The pointer is used while the caller has the object.
    @inline(__always)
    fileprivate var elements: UnsafeMutableRawPointer {
        withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
    }
}

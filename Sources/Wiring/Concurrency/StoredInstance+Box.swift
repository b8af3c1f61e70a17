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
            _ nodes: [AnyLifecycleNode] = [],
            kind: Kind = .instance
        ) -> Box {
            make(Value.self, Value.self, nodes, kind) { $0.initialize(to: value) }
        }

        /// Refers to an object weakly, however it is wrapped.
        ///
        /// - Returns: `nil` for a value that holds no object, or `nil`.
        static func holding<Value>(
            weakly value: Value,
            _ nodes: [AnyLifecycleNode],
            kind: Kind = .instance
        ) -> Box? {
            guard let object = Wiring.object(in: value) else { return nil }
            return make(nil, WeakReference.self, nodes, kind) { $0.initialize(to: WeakReference(object, in: value)) }
        }

        /// Holds an outcome until it is spent.
        static func holding(_ outcome: Outcome) -> Box {
            make(nil, WeakReference.self, [], .outcome) { $0.initialize(to: WeakReference(outcome)) }
        }

        /// - Parameters:
        ///   - held: The type of an instance that is held strongly; `nil` for a weak reference.
        ///   - type: The type of what the box contains.
        ///   - initialize: Initializes it.
        @inline(__always)
        private static func make<Value: ~Copyable>(
            _ held: (any Any.Type)?,
            _ type: Value.Type,
            _ nodes: [AnyLifecycleNode],
            _ kind: Kind,
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
                    nodes: nodes.isEmpty ? nil : nodes,
                    offset: UInt32(truncatingIfNeeded: address - elements),
                    kind: kind
                )
            }
            // SAFETY: `create` makes an object of the class that it is called on.
            return unsafeDowncast(buffer, to: Box.self)
        }

        deinit {
            // SAFETY: The memory was initialized when the box was made.
            if let type = withHeader(\.type) { destroy(type) } else { weakReference.deinitialize(count: 1) }
        }

        private func destroy<Value>(_ type: Value.Type) {
            // SAFETY: As above. Shorter than `deinitialize`, which is made for arrays.
            _ = address.assumingMemoryBound(to: Value.self).move()
        }

        // The header never changes, so its accesses need no check.
        @inline(__always)
        private func withHeader<Result>(_ body: (Header) -> Result) -> Result {
            withUnsafeMutablePointerToHeader { body($0.pointee) }
        }

        var kind: Kind { withHeader(\.kind) }

        /// Whether it refers to an object weakly, or holds an outcome.
        var isWeak: Bool { withHeader { $0.type == nil } }

        /// Whether there are ``lifecycleNodes``, apart from those of an outcome.
        var isTracked: Bool { withHeader { $0.nodes != nil } }

        /// Whether it holds an `instance` strongly, and dependents on it need not be recorded. Then a hit copies it.
        var isPlain: Bool { !isWeak && !isTracked && kind == .instance }

        /// Where the instance is. Valid while this object exists.
        @inline(__always)
        var address: UnsafeMutableRawPointer { elements + Int(withHeader(\.offset)) }

        // SAFETY: Callers check `isWeak`, so the memory holds a `WeakReference`.
        var weakReference: UnsafeMutablePointer<WeakReference> { address.assumingMemoryBound(to: WeakReference.self) }

        /// The nodes that dependents of the instance depend on: see ``AnyLifecycleNode``.
        var lifecycleNodes: [AnyLifecycleNode] {
            defer { extendLifetime(self) }
            if isWeak, let outcome = weakReference.pointee.outcome { return outcome.lifecycleNodes }
            return withHeader(\.nodes) ?? []
        }

        /// Whether one of the ``lifecycleNodes`` has yet to start.
        var isStarting: Bool { lifecycleNodes.contains(where: \.awaitsStart) }
        /// Whether one of them has stopped.
        var hasStopped: Bool { lifecycleNodes.contains(where: \.hasStopped) }
    }

    /// The kind of a box's content. See ``Outcome``.
    enum Kind: UInt8 {
        /// The instance of a declaration whose closure neither throws nor awaits.
        case instance
        /// The instance of an outcome.
        case settled
        case outcome
    }

    /// Describes the instance of a ``Box``. It never changes.
    struct Header {
        /// The type of an instance that is held strongly; `nil` for a ``WeakReference``.
        fileprivate let type: (any Any.Type)?
        /// The nodes that dependents depend on; `nil` if there are none.
        fileprivate let nodes: [AnyLifecycleNode]?
        /// The distance of the instance from the elements.
        fileprivate let offset: UInt32
        fileprivate let kind: Kind
    }

    /// A weak reference to an object, or an outcome that counts until it is spent.
    struct WeakReference: ~Copyable {
        private weak var weakObject: AnyObject?
        let outcome: Outcome?
        /// The bytes of the instance, if its only reference is to the object. They do not retain the object, so they may be copied only
        /// while it is retained elsewhere.
        let bits: UnsafeMutableRawPointer?

        /// The object, if it still exists; or the outcome, unless it is spent.
        var object: AnyObject? {
            guard let outcome else { return weakObject }
            return outcome.isSpent ? nil : outcome
        }

        fileprivate init(_ outcome: Outcome) {
            self.outcome = outcome
            bits = nil
        }

        /// - Parameter object: The object in the value.
        fileprivate init<Value>(_ object: AnyObject, in value: Value) {
            weakObject = object
            outcome = nil
            // An object, an existential that holds one, and optionals of both begin with its address. Their other bytes, types and
            // witness tables, live as long as the program. An error's box begins otherwise.
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

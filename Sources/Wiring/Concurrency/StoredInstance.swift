/// A type-erased instance, as a scope stores it.
package struct StoredInstance: @unchecked Sendable {
    // SAFETY: A box never changes. Its instance goes to every thread that resolves it. The declaration of a scope must
    // ensure that the type allows this, as `Scope` says.

    private let box: Box
    /// The scope that stores it.
    let scope: ScopeID

    /// Stores an instance strongly.
    package init<Value>(_ value: Value, scope: ScopeID, _ followers: [FollowerHandle] = []) {
        box = .make(Value.self, Value.self, followers) { $0.initialize(to: value) }
        self.scope = scope
    }

    /// Stores an object weakly, however it is wrapped.
    ///
    /// - Returns: `nil` for a value that holds no object, or `nil`.
    init?<Value>(weakly value: Value, scope: ScopeID, _ followers: [FollowerHandle] = []) {
        guard let object = Wiring.object(in: value) else { return nil }
        box = .make(nil, WeakReference.self, followers) { $0.initialize(to: WeakReference(object, in: value)) }
        self.scope = scope
    }

    /// The handles of what dependents of the instance depend on: see ``FollowerHandle``.
    var followers: [FollowerHandle] { box.followers }

    /// Whether it is over, or was built with an instance that is. A caller that finds it evicts it.
    var isOver: Bool { !box.isPlain && box.isOver }

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
    package func value<Value>(_ type: Value.Type) -> Value? {
        defer { extendLifetime(box) }
        guard box.isWeak else { return reference.strongValue(Value.self) }
        return reference.object.map { reference.weakValue(Value.self, $0) }
    }
}

extension StoredInstance {
    /// A stored instance without a strong reference to its box.
    struct Reference: @unchecked Sendable {
        // SAFETY: As for `StoredInstance`. The holder knows that the box exists.
        fileprivate let box: Borrowed<Box>

        /// Whether dependents on the instance must be recorded.
        private var isTracked: Bool { box.with(\.isTracked) }

        /// Whether something may be built on this thread or in this task that depends on the instance, and that must be recorded.
        var hasDependent: Bool { isTracked && ResolutionStack.recordsDependencies }

        /// What is recorded then.
        var followers: Followers? { box.with { $0.withFollowers { $0 } } }

        /// Whether a hit may return what is stored, if it still exists.
        ///
        /// - Parameters:
        ///   - awaitsReadiness: Whether the caller waits until the instance is ready.
        ///   - isFollowed: Whether the caller's declaration asks for a follower, which may not have been admitted yet.
        @inline(__always)
        func isHit(awaitsReadiness: Bool, isFollowed: Bool) -> Bool {
            guard isTracked else { return true }
            return box.with {
                !$0.isOver && !(awaitsReadiness && $0.isPending) && (!isFollowed || $0.isAdmitted)
            }
        }

        /// Whether a hit only copies what is stored, because no dependent must be recorded. The parameters are those of `isHit`.
        @inline(__always)
        func isCopyable(awaitsReadiness: Bool, isFollowed: Bool) -> Bool {
            isHit(awaitsReadiness: awaitsReadiness, isFollowed: isFollowed) && !isWeak && !hasDependent
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
    package struct Strong {
        private let stored: StoredInstance
        /// Keeps a weakly stored instance alive.
        private let keepAlive: AnyObject?

        /// - Parameter keepAlive: `nil` if the instance is stored strongly.
        package init(_ stored: StoredInstance, _ keepAlive: AnyObject? = nil) {
            self.stored = stored
            self.keepAlive = keepAlive
        }

        package var followers: [FollowerHandle] { stored.followers }

        /// The instance, as the type that it was stored as.
        package func value<Value>(_ type: Value.Type) -> Value {
            defer { extendLifetime(stored.box) }
            guard let keepAlive, stored.box.isWeak else { return stored.reference.strongValue(Value.self) }
            return stored.reference.weakValue(Value.self, keepAlive)
        }
    }

    /// An object that holds an instance of any type, or refers to it weakly.
    ///
    /// One class serves all types: the instance follows the header. A generic class would need metadata for each type, and each
    /// first resolution would look it up.
    final class Box: ManagedBuffer<Header, UInt64> {
        /// - Parameters:
        ///   - held: The type of an instance that is held strongly; `nil` for a weak reference.
        ///   - type: The type of what the box contains.
        ///   - followers: What dependents of the instance depend on.
        ///   - initialize: Initializes it.
        @inline(__always)
        fileprivate static func make<Value: ~Copyable>(
            _ held: (any Any.Type)?,
            _ type: Value.Type,
            _ followers: [FollowerHandle],
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
                    followers: followers.isEmpty ? nil : .retaining(Followers(followers)),
                    offset: address - elements
                )
            }
            // SAFETY: `create` makes an object of the class that it is called on.
            return unsafeDowncast(buffer, to: Box.self)
        }

        deinit {
            // SAFETY: The followers were retained, and the memory was initialized, when the box was made.
            withHeader(\.followers)?.release()
            if let type = withHeader(\.type) { destroy(type) } else { weakReference.deinitialize(count: 1) }
        }

        private func destroy<Value>(_ type: Value.Type) {
            // SAFETY: As above. Shorter than `deinitialize`, which is made for arrays.
            _ = address.assumingMemoryBound(to: Value.self).move()
        }

        // SAFETY: The box retains its followers until it is gone. Retaining them would cost a hit as much as its lock.
        @inline(__always)
        fileprivate func withFollowers<Result>(_ body: (Followers) -> Result) -> Result? {
            withHeader(\.followers)?.with(body)
        }

        // The header never changes, so its accesses need no check.
        @inline(__always)
        private func withHeader<Result>(_ body: (Header) -> Result) -> Result {
            withUnsafeMutablePointerToHeader { body($0.pointee) }
        }

        /// Whether it refers to an object weakly.
        var isWeak: Bool { withHeader { $0.type == nil } }

        /// Whether there are ``followers``.
        var isTracked: Bool { withHeader { $0.followers != nil } }

        /// Whether it holds an instance strongly, and dependents on it need not be recorded. Then a hit copies it.
        var isPlain: Bool { !isWeak && !isTracked }

        /// Where the instance is. Valid while this object exists.
        @inline(__always)
        var address: UnsafeMutableRawPointer { elements + Int(withHeader(\.offset)) }

        // SAFETY: Callers check `isWeak`, so the memory holds a `WeakReference`.
        var weakReference: UnsafeMutablePointer<WeakReference> { address.assumingMemoryBound(to: WeakReference.self) }

        /// The handles of what dependents of the instance depend on: see ``FollowerHandle``.
        var followers: [FollowerHandle] { withFollowers { $0.handles } ?? [] }

        /// Whether all of the ``followers`` have been admitted.
        var isAdmitted: Bool { withFollowers { $0.areAdmitted } ?? true }

        /// Whether one of them has yet to become ready.
        var isPending: Bool { withFollowers { $0.isAnyPending } ?? false }

        /// Whether one of them is over.
        @inline(__always)
        var isOver: Bool { withFollowers { $0.isAnyOver } ?? false }
    }

    /// Describes the instance of a ``Box``. It never changes.
    struct Header {
        /// The type of an instance that is held strongly; `nil` for a ``WeakReference``.
        fileprivate let type: (any Any.Type)?
        /// What dependents depend on; `nil` if that is not followed.
        fileprivate let followers: Borrowed<Followers>?
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

/// Why a scope has dropped instances.
@usableFromInline
package struct InstanceDrop: Sendable {
    /// What has happened, such as "`reset(.scope)` was called".
    package let cause: String
    /// Where, if the call says so.
    package let call: CallSite?
    /// Whether the instance was built with one that has stopped, or has not started.
    package let followsStop: Bool
    /// Whether the scope has dropped an instance without hooks, of which this one is a dependency.
    package let isIndirect: Bool

    static var expiry: Self { Self(cause: "its time to live had passed") }
    static var changeOfScope: Self { Self(cause: "another scope applies") }
    static var stop: Self { Self(cause: "an instance that it was built with has stopped", followsStop: true) }

    package init(cause: String, call: CallSite? = nil, followsStop: Bool = false, isIndirect: Bool = false) {
        (self.cause, self.call, self.followsStop, self.isIndirect) = (cause, call, followsStop, isIndirect)
    }

    /// The drop by a call of a function of what an instance belongs to.
    package init(by function: String, of owner: String = "declaration", _ call: CallSite? = nil) {
        self.init(cause: "`\(function)` was called on its \(owner)", call: call?.ifKnown)
    }

    /// The drop of an instance without hooks, for what that was built with.
    fileprivate var indirect: Self {
        let cause = "an instance that was built with it was dropped, too: \(cause)"
        return Self(cause: cause, call: call, followsStop: followsStop, isIndirect: true)
    }

    /// The instances that a change may drop, taken before it; `nil` if none is followed. After the change, ``Candidates/note(_:)`` lets
    /// those know the cause that it has dropped.
    ///
    /// - Parameter instances: Not called if nothing has been started.
    static func candidates(in instances: @autoclosure () -> [Instances]) -> Candidates? {
        FollowedContainers.exist ? Candidates(instances()) : nil
    }

    /// Instances that have hooks, or were built with such.
    struct Candidates {
        private let handles: [(instances: Instances, handles: [FollowerHandle])]

        @inline(never)
        fileprivate init?(_ instances: [Instances]) {
            handles = instances.compactMap { instances in
                let handles = instances.followerHandles
                return handles.isEmpty ? nil : (instances, handles)
            }
            if handles.isEmpty { return nil }
        }

        /// Lets the instances that are no longer stored know the cause. They are released at the end, and stop then.
        @inline(never)
        consuming func note(_ drop: InstanceDrop) {
            for (instances, handles) in handles {
                let kept = Set(instances.followerHandles.map(ObjectIdentifier.init))
                for handle in handles where !kept.contains(ObjectIdentifier(handle)) {
                    handle.note(drop, of: instances.declaration)
                }
            }
            extendLifetime(handles)
        }
    }
}

extension FollowerHandle {
    /// Lets the instance know why a scope has dropped an instance of a declaration: this one, or one without hooks that was built with
    /// it.
    fileprivate func note(_ drop: InstanceDrop, of declaration: Declaration?) {
        follower.note(follower.declaration == declaration ? drop : drop.indirect)
    }
}

extension Instances {
    /// The handles of what dependents on the instances depend on.
    fileprivate final var followerHandles: [FollowerHandle] {
        let snapshot = snapshotOfInstances()
        guard snapshot.single.stored != nil || !snapshot.perParameter.isEmpty else { return [] }
        let stored = (snapshot.single.stored.map { [$0] } ?? []) + snapshot.perParameter.map(\.stored)
        return stored.flatMap(\.followers)
    }
}

extension CellState.Content {
    /// Lets an instance that was taken out because it no longer applies know the cause.
    ///
    /// - Parameters:
    ///   - scope: The scope that applies, if it may be another.
    ///   - declaration: That of the instance.
    @inline(never)
    func noteEviction(for scope: ScopeID? = nil, of declaration: Declaration?) {
        guard let stored, FollowedContainers.exist else { return }
        let isOther = scope.map { $0 != stored.scope } ?? false
        let drop: InstanceDrop = stored.isOver ? .stop : isOther ? .changeOfScope : .expiry
        for handle in stored.followers { handle.note(drop, of: declaration) }
    }
}

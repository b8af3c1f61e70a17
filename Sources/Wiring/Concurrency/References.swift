/// A reference to an object that its owner keeps alive, which is neither retained nor released.
///
/// Who makes one states the owner, and who uses one has that owner for as long: a container has its manager, a manager its slots, a
/// slot what is made for it once. The paths of hits pass such references, because the count would cost more than the rest.
@usableFromInline
package struct Borrowed<Object: AnyObject> {
    @usableFromInline let reference: Unmanaged<Object>

    // SAFETY: As for each other reference: its maker states the owner.
    @inline(__always)
    private init(_ reference: Unmanaged<Object>) { self.reference = reference }

    @usableFromInline
    @inline(__always)
    package init(_ object: Object) { reference = .passUnretained(object) }

    /// Retains an object for its new owner, which calls ``release()`` at its end.
    @inline(__always)
    static func retaining(_ object: consuming Object) -> Borrowed { Borrowed(.passRetained(object)) }

    @inline(__always)
    func release() { reference.release() }

    // SAFETY: The caller takes the address from an object of this type.
    @inline(__always)
    init(at address: UnsafeRawPointer) { reference = .fromOpaque(address) }

    /// The result of `body`, during which the object is not retained either.
    // Transparent, so that `body` is inlined before anything else is decided, as it is in the standard library's own function.
    @usableFromInline
    @_transparent
    package func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        // SAFETY: The owner keeps the object alive.
        try reference._withUnsafeGuaranteedRef(body)
    }

    /// The object, retained.
    @inline(__always)
    var object: Object { reference.takeUnretainedValue() }

    @inline(__always)
    var address: UnsafeMutableRawPointer { reference.toOpaque() }
}

/// An object that is created on first use and lives as long as its owner. It is read without a lock.
///
/// The `Synchronization` module's `AtomicLazyReference` retains the object at each read. The fast path must not.
struct LazyReference<Object: AnyObject>: ~Copyable, Sendable {
    /// The address of the retained object, or 0.
    let address = AtomicWord()

    init() {}

    deinit { unretained?.release() }

    /// The object, if it exists, without retaining it.
    var unretained: Borrowed<Object>? {
        // SAFETY: Only the address of such an object is stored, and only `deinit` releases it.
        guard let pointer = UnsafeRawPointer(bitPattern: UInt(address.current)) else { return nil }
        return Borrowed(at: pointer)
    }

    /// The object, if it exists.
    // SAFETY: The caller has the owner.
    var made: Object? { unretained?.object }

    /// The object, created by `make` if it does not exist.
    ///
    /// - Parameter make: May run on several threads at once. All results but the first are released, so they must hold nothing of
    ///   the user's.
    func object(orMake make: () -> Object) -> Object {
        if let made { return made }
        let new = Borrowed.retaining(make())
        let first = address.setIfZero(UInt64(UInt(bitPattern: new.address)))
        // SAFETY: As above.
        guard let pointer = UnsafeRawPointer(bitPattern: UInt(first)) else { return new.object }
        new.release()
        return Borrowed(at: pointer).object
    }
}

/// An object that is not retained.
package struct Weak<Object: AnyObject & Sendable>: Sendable {
    package private(set) weak var object: Object?

    package init(_ object: Object? = nil) { self.object = object }
}

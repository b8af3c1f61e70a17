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

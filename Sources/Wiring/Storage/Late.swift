import Synchronization

/// An object that is made when it is first needed, and kept as long as its owner. It is read without a lock.
struct Late<Object: AnyObject>: ~Copyable, Sendable {
    /// The object's address, retained; 0 before there is one.
    let address = Atomic<UInt>(0)

    init() {}

    deinit { unretained?.release() }

    /// The object, if it has been made. It is there as long as the owner.
    var unretained: Unmanaged<Object>? {
        // Holds because only the address of such an object is stored, and `deinit` alone releases it.
        guard let pointer = UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) else { return nil }
        return .fromOpaque(pointer)
    }

    /// The object, if it has been made.
    // Holds because the caller has the owner.
    var made: Object? { unretained?.takeUnretainedValue() }

    /// Leaves the object as it is, for good. The next one who needs it makes another.
    func leave() { address.store(0, ordering: .releasing) }

    /// The object, made by `make` if there is none.
    ///
    /// - Parameter make: Several threads may run it at once. What comes second is let go, so it must be nothing of a user's.
    func object(orMake make: () -> Object) -> Object {
        if let made { return made }
        let new = Unmanaged.passRetained(make())
        let (isFirst, first) = address.compareExchange(
            expected: 0,
            desired: UInt(bitPattern: new.toOpaque()),
            ordering: .acquiringAndReleasing
        )
        // Holds as above; and who comes second has been given the first.
        guard !isFirst, let pointer = UnsafeRawPointer(bitPattern: first) else { return new.takeUnretainedValue() }
        new.release()
        return Unmanaged<Object>.fromOpaque(pointer).takeUnretainedValue()
    }
}

import Wiring

extension ErasedClosure {
    /// Erases a closure that may throw.
    init<P, T, Failure: Error>(throwing closure: @escaping (P) throws(Failure) -> T) {
        // SAFETY: A closure consists of the address of its function and a reference to its captures, and so does a type that contains
        // only a closure.
        self = unsafeBitCast(Throwing(closure: closure), to: ErasedClosure.self)
    }

    /// Erases a closure that may throw and await.
    init<P, T, Failure: Error>(asynchronous closure: @escaping (P) async throws(Failure) -> T) {
        // SAFETY: As above.
        self = unsafeBitCast(Asynchronous(closure: closure), to: ErasedClosure.self)
    }

    func throwing<P, T, Failure: Error>(
        _ parameter: P.Type,
        _ product: T.Type,
        _ failure: Failure.Type
    ) -> (P) throws(Failure) -> T {
        // SAFETY: The caller has the declaration, to which the types belong.
        unsafeBitCast(self, to: Throwing<P, T, Failure>.self).closure
    }

    func asynchronous<P, T, Failure: Error>(
        _ parameter: P.Type,
        _ product: T.Type,
        _ failure: Failure.Type
    ) -> (P) async throws(Failure) -> T {
        // SAFETY: As above.
        unsafeBitCast(self, to: Asynchronous<P, T, Failure>.self).closure
    }
}

extension ErasedClosure {
    /// A closure that may throw, as the only content of a type: systems before those of 2024 have no metadata of its own type.
    private struct Throwing<P, T, Failure: Error> {
        let closure: (P) throws(Failure) -> T
    }

    /// The same for a closure that may also await.
    private struct Asynchronous<P, T, Failure: Error> {
        let closure: (P) async throws(Failure) -> T
    }
}

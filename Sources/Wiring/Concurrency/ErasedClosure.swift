/// A closure without its types, in two words.
@usableFromInline
package struct ErasedClosure: @unchecked Sendable {
    // SAFETY: A closure never changes. A factory's closure need not be `@Sendable`, so that it can have the isolation of its
    // declaration: see `Factory`.
    @usableFromInline let function: UInt
    /// Holds what the closure captures; `nil` if it captures nothing.
    @usableFromInline let context: AnyObject?

    /// Erases a closure that makes an instance, or changes one.
    @export(implementation)
    @inline(always)
    init<P, T>(_ closure: @escaping (P) -> T) {
        // SAFETY: A closure consists of the address of its function and a reference to its captures.
        self = unsafeBitCast(closure, to: ErasedClosure.self)
    }

    /// Erases a decorator that takes whether an instance is new.
    init<T>(ofNew closure: @escaping @Sendable (T, Bool) -> Void) {
        // SAFETY: As above.
        self = unsafeBitCast(closure, to: ErasedClosure.self)
    }

    /// Erases a closure that may throw.
    init<P, T, Failure: Error>(throwing closure: @escaping (P) throws(Failure) -> T) {
        // SAFETY: As above. See ``Throwing``.
        self = unsafeBitCast(Throwing(closure: closure), to: ErasedClosure.self)
    }

    /// Erases a closure that may throw and await.
    init<P, T, Failure: Error>(asynchronous closure: @escaping (P) async throws(Failure) -> T) {
        // SAFETY: As above.
        self = unsafeBitCast(Asynchronous(closure: closure), to: ErasedClosure.self)
    }

    /// Erases a closure that a lifecycle calls.
    @export(implementation)
    @inline(always)
    init<T>(starting closure: @escaping @Sendable (T) async throws -> Void) {
        // SAFETY: As above.
        self = unsafeBitCast(closure, to: ErasedClosure.self)
    }

    /// Erases a closure that a lifecycle calls at the end.
    @export(implementation)
    @inline(always)
    init<T>(stopping closure: @escaping @Sendable (T) async -> Void) {
        // SAFETY: As above.
        self = unsafeBitCast(closure, to: ErasedClosure.self)
    }

    /// Whether it captures nothing, so that an object that stores it keeps nothing else alive.
    var capturesNothing: Bool { context == nil }

    /// The closure.
    @inline(__always)
    func typed<P, T>(_ parameter: P.Type, _ product: T.Type) -> (P) -> T {
        // SAFETY: The caller has the declaration, to which the types belong.
        unsafeBitCast(self, to: ((P) -> T).self)
    }

    func ofNew<T>(_ product: T.Type) -> @Sendable (T, Bool) -> Void {
        // SAFETY: As above.
        unsafeBitCast(self, to: (@Sendable (T, Bool) -> Void).self)
    }

    func throwing<P, T, Failure: Error>(
        _ parameter: P.Type,
        _ product: T.Type,
        _ failure: Failure.Type
    ) -> (P) throws(Failure) -> T {
        // SAFETY: As above.
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

    func starting<T>(_ product: T.Type) -> @Sendable (T) async throws -> Void {
        // SAFETY: As above.
        unsafeBitCast(self, to: (@Sendable (T) async throws -> Void).self)
    }

    func stopping<T>(_ product: T.Type) -> @Sendable (T) async -> Void {
        // SAFETY: As above.
        unsafeBitCast(self, to: (@Sendable (T) async -> Void).self)
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

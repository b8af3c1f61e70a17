public import Wiring

extension ErasedClosure {
    /// Erases a closure that a lifecycle calls.
    @export(implementation)
    @inline(always)
    init<T>(starting closure: @escaping @Sendable (T) async throws -> Void) {
        // SAFETY: A closure consists of the address of its function and a reference to its captures.
        self = unsafeBitCast(closure, to: ErasedClosure.self)
    }

    /// Erases a closure that a lifecycle calls at the end.
    @export(implementation)
    @inline(always)
    init<T>(stopping closure: @escaping @Sendable (T) async -> Void) {
        // SAFETY: As above.
        self = unsafeBitCast(closure, to: ErasedClosure.self)
    }

    func starting<T>(_ product: T.Type) -> @Sendable (T) async throws -> Void {
        // SAFETY: The caller has the declaration, to which the type belongs.
        unsafeBitCast(self, to: (@Sendable (T) async throws -> Void).self)
    }

    func stopping<T>(_ product: T.Type) -> @Sendable (T) async -> Void {
        // SAFETY: As above.
        unsafeBitCast(self, to: (@Sendable (T) async -> Void).self)
    }
}

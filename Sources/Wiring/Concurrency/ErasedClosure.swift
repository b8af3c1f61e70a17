/// A closure without its types, in two words.
@usableFromInline
package struct ErasedClosure: @unchecked Sendable {
    // SAFETY: A closure never changes. A factory's closure need not be `@Sendable`, so that it can have the isolation of its
    // declaration: see `Factory`.
    @usableFromInline package let function: UInt
    /// Holds what the closure captures; `nil` if it captures nothing.
    @usableFromInline package let context: AnyObject?

    /// Erases a closure that makes an instance, or changes one.
    @export(implementation)
    @inline(always)
    package init<P, T>(_ closure: @escaping (P) -> T) {
        // SAFETY: A closure consists of the address of its function and a reference to its captures.
        self = unsafeBitCast(closure, to: ErasedClosure.self)
    }

    /// A closure that captures nothing.
    init(_ function: UInt) {
        self.function = function
        context = nil
    }

    /// Erases a decorator that takes whether an instance is new.
    init<T>(ofNew closure: @escaping @Sendable (T, Bool) -> Void) {
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
}

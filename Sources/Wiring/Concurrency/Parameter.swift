/// The type-erased parameter of a resolution.
package class AnyParameter: @unchecked Sendable {
    // SAFETY: A parameter never changes. A stored one goes to every thread that resolves the declaration. The
    // declaration of a scope must ensure that its types allow this, including the parameter's.

    /// Whether another parameter of the same type is equal by `==` or identical as an object; `nil` if neither can be determined.
    package func isSame(as other: AnyParameter) -> Bool? { fatalError("abstract") }
}

extension AnyParameter? {
    /// A parameter; `nil` if the declaration takes none.
    package static func of<P>(_ parameter: P) -> AnyParameter? {
        P.self == Void.self ? nil : AnyParameter.Typed(parameter)
    }

    /// The parameter that this was made of.
    package func value<P>(_ type: P.Type) -> P {
        // Not with `map` and `??`, for which each call would look up the type of an optional `P`.
        // SAFETY: The caller has the declaration, to which the type belongs. Without a parameter it is `Void`, which has no bits.
        guard let parameter = self else { return unsafeBitCast((), to: P.self) }
        return unsafeDowncast(parameter, to: AnyParameter.Typed<P>.self).value
    }
}

extension AnyParameter {
    /// The parameter of a resolution.
    final class Typed<P>: AnyParameter, @unchecked Sendable {
        // SAFETY: As above.
        let value: P

        init(_ value: P) { self.value = value }

        override func isSame(as other: AnyParameter) -> Bool? {
            // All values of a type without content are equal.
            guard MemoryLayout<P>.size > 0 else { return true }
            // SAFETY: Parameters are compared for one declaration, whose parameter has this type.
            return areEqual(value, unsafeDowncast(other, to: Typed<P>.self).value)
        }
    }
}

/// Hashes and compares the type-erased parameters of a declaration.
@usableFromInline
package class AnyParameterHashing: @unchecked Sendable {
    // SAFETY: It has no state, and neither has a subclass.

    func hash(of parameter: AnyParameter) -> Int { fatalError("abstract") }
    func areEqual(_ left: AnyParameter, _ right: AnyParameter) -> Bool { fatalError("abstract") }
}

/// Hashes and compares parameters of one type.
class ParameterHashing<P>: AnyParameterHashing, @unchecked Sendable {
    // SAFETY: As above.

    func hash(_ parameter: P) -> Int { fatalError("abstract") }
    func areEqual(_ left: P, _ right: P) -> Bool { fatalError("abstract") }
}

extension ParameterHashing where P: Hashable {
    /// Uses the parameters' own `==` and hash value.
    final class Standard: ParameterHashing<P>, @unchecked Sendable {
        // SAFETY: As above.

        override func hash(_ parameter: P) -> Int { parameter.hashValue }
        override func areEqual(_ left: P, _ right: P) -> Bool { left == right }

        override func hash(of parameter: AnyParameter) -> Int { hash(value(of: parameter)) }
        override func areEqual(_ left: AnyParameter, _ right: AnyParameter) -> Bool {
            value(of: left) == value(of: right)
        }

        // SAFETY: The parameters are those of one declaration, which have this type.
        private func value(of parameter: AnyParameter) -> P {
            unsafeDowncast(parameter, to: AnyParameter.Typed<P>.self).value
        }
    }
}

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

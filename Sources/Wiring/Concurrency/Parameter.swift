/// The type-erased parameter of a resolution.
class AnyParameter: @unchecked Sendable {
    // SAFETY: A parameter never changes. A stored one goes to every thread that resolves the declaration. The
    // declaration of a scope must ensure that its types allow this, including the parameter's.

    /// Whether another parameter of the same type is equal by `==` or identical as an object; `nil` if neither can be determined.
    func isSame(as other: AnyParameter) -> Bool? { fatalError("abstract") }
}

/// The parameter of a resolution.
final class TypedParameter<P>: AnyParameter, @unchecked Sendable {
    // SAFETY: As above.
    let value: P

    init(_ value: P) { self.value = value }

    override func isSame(as other: AnyParameter) -> Bool? {
        // All values of a type without content are equal.
        guard MemoryLayout<P>.size > 0 else { return true }
        // SAFETY: Parameters are compared for one declaration, whose parameter has this type.
        return areEqual(value, unsafeDowncast(other, to: TypedParameter<P>.self).value)
    }
}

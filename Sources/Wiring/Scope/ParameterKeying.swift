/// How parameters are told apart, whatever their type.
@usableFromInline
class AnyParameterKeying: @unchecked Sendable {
    // SAFETY: Nothing in it changes, nor in a subclass.

    func hash(of parameter: AnyParameter) -> Int { fatalError("abstract") }
    func areEqual(_ left: AnyParameter, _ right: AnyParameter) -> Bool { fatalError("abstract") }
}

/// How parameters of one type are told apart.
class ParameterKeying<P>: AnyParameterKeying, @unchecked Sendable {
    // SAFETY: As above.

    func hash(_ parameter: P) -> Int { fatalError("abstract") }
    func areEqual(_ left: P, _ right: P) -> Bool { fatalError("abstract") }
}

/// By the parameters' own `==` and hash.
final class HashableKeying<P: Hashable>: ParameterKeying<P>, @unchecked Sendable {
    // SAFETY: As above.

    override func hash(_ parameter: P) -> Int { parameter.hashValue }
    override func areEqual(_ left: P, _ right: P) -> Bool { left == right }

    // SAFETY: Both are asked about parameters of one declaration, which have this type.
    override func hash(of parameter: AnyParameter) -> Int { hash(value(of: parameter)) }
    override func areEqual(_ left: AnyParameter, _ right: AnyParameter) -> Bool { value(of: left) == value(of: right) }

    // SAFETY: As above.
    private func value(of parameter: AnyParameter) -> P { unsafeDowncast(parameter, to: Parameter<P>.self).value }
}

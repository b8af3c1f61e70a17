/// How parameters are told apart, whatever their type.
@usableFromInline
class AnyParameterKeying: @unchecked Sendable {
    // Holds because nothing in it changes. `unchecked` because it has a subclass.
    @inlinable init() {}
}

/// How parameters of one type are told apart.
@usableFromInline
class ParameterKeying<P>: AnyParameterKeying, @unchecked Sendable {
    // Holds as above.

    @usableFromInline
    func hash(_ parameter: P) -> Int { fatalError("abstract") }

    @usableFromInline
    func areEqual(_ left: P, _ right: P) -> Bool { fatalError("abstract") }

    @inlinable override init() {}
}

/// The parameters' own `==` and hash. With methods in place of closures, which would be retained to be called.
@usableFromInline
final class HashableKeying<P: Hashable>: ParameterKeying<P>, @unchecked Sendable {
    // Holds as above.

    @inlinable
    override func hash(_ parameter: P) -> Int { parameter.hashValue }

    @inlinable
    override func areEqual(_ left: P, _ right: P) -> Bool { left == right }

    @inlinable override init() {}
}

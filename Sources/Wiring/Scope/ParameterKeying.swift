/// How parameters are told apart, whatever their type.
@usableFromInline
class AnyParameterKeying: @unchecked Sendable {
    // Holds because nothing in it changes. `unchecked` because it has a subclass.
    @export(implementation) init() {}
}

/// How parameters of one type are told apart.
@usableFromInline
class ParameterKeying<P>: AnyParameterKeying, @unchecked Sendable {
    // Holds as above.

    @usableFromInline
    func hash(_ parameter: P) -> Int { fatalError("abstract") }

    @usableFromInline
    func areEqual(_ left: P, _ right: P) -> Bool { fatalError("abstract") }

    @export(implementation) override init() {}
}

/// The parameters' own `==` and hash. With methods in place of closures, which would be retained to be called.
@usableFromInline
final class HashableKeying<P: Hashable>: ParameterKeying<P>, @unchecked Sendable {
    // Holds as above.

    @export(implementation)
    override func hash(_ parameter: P) -> Int { parameter.hashValue }

    @export(implementation)
    override func areEqual(_ left: P, _ right: P) -> Bool { left == right }

    @export(implementation) override init() {}
}

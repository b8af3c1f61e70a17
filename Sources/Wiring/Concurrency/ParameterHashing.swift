/// Hashes and compares the type-erased parameters of a declaration.
@usableFromInline
class AnyParameterHashing: @unchecked Sendable {
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
            unsafeDowncast(parameter, to: TypedParameter<P>.self).value
        }
    }
}

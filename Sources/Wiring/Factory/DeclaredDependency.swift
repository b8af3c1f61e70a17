/// A factory of any kind, which belongs to a declaration.
///
/// Functions that only name dependencies, such as the trait `.allow`, take every kind. You cannot conform your own types.
public protocol DeclaredDependency {
    /// Identifies the declaration. Other modules cannot name it, so they cannot conform.
    @_spi(Sealed) var identity: DependencyIdentity { get }
}

/// Identifies a declaration.
@_spi(Sealed)
public struct DependencyIdentity: Sendable {
    fileprivate let declaration: Declaration

    init(_ declaration: Declaration) { self.declaration = declaration }
}

extension DeclaredDependency {
    /// The declaration of this factory.
    package var declaration: Declaration { identity.declaration }
}

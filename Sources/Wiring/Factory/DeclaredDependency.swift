/// A factory of any kind, which belongs to a declaration.
///
/// Functions that only name dependencies, such as the trait `.allow`, take every kind. Do not conform your own types.
public protocol DeclaredDependency {
    /// Identifies the declaration. You cannot create one.
    @_documentation(visibility: internal) var identity: DependencyIdentity { get }
}

/// Identifies a declaration.
@_documentation(visibility: internal)
public struct DependencyIdentity: Sendable {
    fileprivate let declaration: Declaration

    init(_ declaration: Declaration) { self.declaration = declaration }
}

extension DeclaredDependency {
    /// The declaration of this factory.
    package var declaration: Declaration { identity.declaration }
}

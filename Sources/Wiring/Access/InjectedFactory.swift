/// Gives you a factory of the shared container, for a dependency that you must `await`, `try`, or call with a
/// parameter.
///
/// ```swift
/// final class Search {
///     @InjectedFactory(\.index) private var index
///     @InjectedFactory(\.ranking) private var ranking
///
///     func results(for words: String) async throws -> [Row] {
///         try await index().rows(matching: words).sorted(by: ranking("relevance"))
///     }
/// }
/// ```
/// Reading the property resolves nothing. It finds the factory in the current shared container, so a task or a test with its own
/// container uses what is registered there. The wrapper retains no container. It is `Sendable` if the factory is.
@propertyWrapper
public struct InjectedFactory<Source: DeclaredDependency> {
    private let find: () -> Source

    /// Names a dependency that is declared on ``Container``.
    public init(_ keyPath: KeyPath<Container, Source>) { find = { Container.shared[keyPath: keyPath] } }

    /// Names a dependency that is declared on a custom container type.
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Source>) { find = { C.shared[keyPath: keyPath] } }

    /// The factory in the current shared container.
    public var wrappedValue: Source { find() }
}

// SAFETY: The compiler cannot check this: a key path may go through a property that is isolated to an actor, or capture a
// subscript's argument. The caller that sends a wrapper must ensure this, as for a factory value.
extension InjectedFactory: @unchecked Sendable where Source: Sendable {}

public import Testing

// Traits that explain a key path to a value, or a closure or value of another type. Without them the compiler names an overload that
// was not meant, or fails to produce a diagnostic. `Container` needs overloads of its own: the compiler cannot infer the root of
// `\.name` from a generic container type. A trailing closure is a value of any type.

@available(
    *,
    unavailable,
    message: """
        The key path must lead to a dependency, such as a `Factory`. If it leads to a value, change the dependency that the value \
        comes from.
        """
)
extension Trait where Self == OverrideTrait {
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func override<Value, Other>(
        _ value: KeyPath<Container, Value>,
        with other: @autoclosure () throws -> Other
    ) -> Self { fatalError() }

    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func override<C: TaskLocalContainer, Value, Other>(
        _ value: KeyPath<C, Value>,
        with other: @autoclosure () throws -> Other
    ) -> Self { fatalError() }

    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func modify<Value>(_ value: KeyPath<Container, Value>, _ change: (inout Value) -> Void) -> Self {
        fatalError()
    }

    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func modify<C: TaskLocalContainer, Value>(
        _ value: KeyPath<C, Value>,
        _ change: (inout Value) -> Void
    ) -> Self { fatalError() }
}

@available(
    *,
    unavailable,
    message: """
        The closure must return what the declaration's closure does, or the value must have that type. The closure may throw or \
        await only if the declaration's may.
        """
)
extension Trait where Self == OverrideTrait {
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func override<F: DeclaredDependency, Other>(
        _ dependency: KeyPath<Container, F>,
        with other: @autoclosure () throws -> Other
    ) -> Self { fatalError() }

    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func override<C: TaskLocalContainer, F: DeclaredDependency, Other>(
        _ dependency: KeyPath<C, F>,
        with other: @autoclosure () throws -> Other
    ) -> Self { fatalError() }
}

@available(
    *,
    unavailable,
    message: """
        The key path must lead to a dependency, such as a `Factory`. If it leads to a value, change the dependency that the value \
        comes from.
        """
)
extension Trait where Self == AllowTrait {
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func allow<each Value>(_ values: repeat KeyPath<Container, each Value>) -> Self { fatalError() }

    @_documentation(visibility: internal)
    @_disfavoredOverload
    public static func allow<C: TaskLocalContainer, each Value>(_ values: repeat KeyPath<C, each Value>) -> Self {
        fatalError()
    }
}

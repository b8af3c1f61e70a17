public import Wiring

/// Resolves a dependency any number of times without keeping its container alive.
///
/// ```swift
/// extension Container {
///     var connection: Factory<Connection> { self { Connection() } }
///     var pool: Factory<Pool> { self { Pool(connection: self.provider(\.connection)) }.cached }
/// }
///
/// final class Pool: Sendable {
///     private let connection: Provider<Connection>
///     init(connection: Provider<Connection>) { self.connection = connection }
///     func connect() -> Connection { connection() }
/// }
/// ```
/// Store a provider in an instance that makes more instances later. A stored ``Factory`` retains its container. If a scope of
/// the container also kept the instance, the container would never be released.
///
/// Each call resolves with the registrations, overrides and instances that the container has at that moment. A provider
/// always resolves from the container that it was created for. If a copy of the container inherits an instance, that
/// instance's provider still resolves from the original container.
///
/// You can use it from any thread and any task. It is `Sendable` if the instance, and the parameter if there is one, are. If the
/// declaration is isolated to an actor, use the provider on that actor. The compiler does not check this.
public typealias Provider<Instance> = FactoryProvider<Factory<Instance>>

/// A ``Provider`` of a dependency that takes a parameter.
public typealias ParameterProvider<Parameter, Instance> = FactoryProvider<ParameterFactory<Parameter, Instance>>

/// A provider for any kind of factory. Call it as you would call the factory.
///
/// In a declaration, write the shorter ``Provider``, ``AsyncProvider`` or ``ThrowingProvider``.
///
/// - Precondition: The container still exists when you call the provider. Otherwise the program stops with an error
///   that names the declaration and the call.
public struct FactoryProvider<Source: DeclaredDependency> {
    /// `nil` if the container is gone.
    private let find: () -> Source?
    private let step: PathStep

    fileprivate init<C: ManagedContainer>(_ dependency: KeyPath<C, Source>, in container: C) {
        find = { [weak container] in container?[keyPath: dependency] }
        step = container[keyPath: dependency].registration.step
    }

    /// The factory, which retains the container.
    func factory(at call: CallSite) -> Source {
        guard let factory = find() else { Failure.releasedContainer(ResolutionStack.path + [step], at: call.ifKnown) }
        return factory
    }
}

// SAFETY: The compiler cannot check this: a key path may go through a property that is isolated to an actor, or capture a
// subscript's argument. The caller that sends a provider must ensure this, as for a factory value.
extension FactoryProvider: @unchecked Sendable where Source: Sendable {}

extension ManagedContainer {
    /// Returns a provider of a dependency of this container. See ``Provider``.
    ///
    /// This takes a key path because the closure of a factory value captures its container.
    ///
    /// - Parameter dependency: The declaration, `\.connection`. It is read now and at each resolution.
    public func provider<Source: DeclaredDependency>(
        _ dependency: KeyPath<Self, Source>
    ) -> FactoryProvider<Source> { FactoryProvider(dependency, in: visible) }
}

// MARK: - Resolving

extension FactoryProvider {
    /// Resolves the dependency, as a call of the factory does: `connection()`, with a parameter `page(7)`, and `try await store()` if its
    /// closure may throw and await. A provider of a collection returns its parts.
    public func callAsFunction<Instance>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Instance where Source == Factory<Instance> {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return factory(at: call).resolveFromKeyPath(at: call)
    }

    /// Resolves the dependency, as a function that you can pass. That of a ``ParameterProvider`` takes the parameter:
    /// `numbers.map(page.resolve)`.
    public func resolve<Instance>() -> Instance where Source == Factory<Instance> {
        self(fileID: "", line: 0, column: 0)
    }

    /// Resolves the dependency for a parameter. See ``ParameterFactory/callAsFunction(_:fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func callAsFunction<Parameter, Instance>(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Instance where Source == ParameterFactory<Parameter, Instance> {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return factory(at: call).resolve(parameters, at: call)
    }

    /// Resolves the dependency for a parameter, as a function that you can pass: `map(provider.resolve)`.
    @_documentation(visibility: internal)
    public func resolve<Parameter, Instance>(_ parameters: Parameter) -> Instance
    where Source == ParameterFactory<Parameter, Instance> { self(parameters, fileID: "", line: 0, column: 0) }

    /// Resolves the parts of a collection. See ``Collected/callAsFunction(fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func callAsFunction<Element>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> [Element] where Source == Collected<Element> {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return factory(at: call).resolve(at: call)
    }

    /// Resolves the parts of a collection by their keys. See ``KeyedCollected/callAsFunction(fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func callAsFunction<Key, Element>(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> [Key: Element] where Source == KeyedCollected<Key, Element> {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return factory(at: call).resolve(at: call)
    }
}

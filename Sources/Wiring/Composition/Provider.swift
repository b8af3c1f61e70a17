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
/// A provider reads the declaration at each call, so it resolves with the declaration's modifiers and with the registrations,
/// overrides and instances that the container has then. It resolves from the container that it was created for: an instance
/// that a copy inherits keeps its provider of the outer container.
///
/// You may use it from any thread and any task, unless the declaration is isolated to an actor. In that case, use it on that
/// actor: the compiler does not check this.
public struct Provider<Instance> {
    private let source: UnretainedFactory<Factory<Instance>>

    init(_ source: UnretainedFactory<Factory<Instance>>) { self.source = source }

    /// Resolves the dependency. See ``Factory/callAsFunction(fileID:line:column:)``.
    ///
    /// - Precondition: The container exists. Otherwise the program stops with an error that names the declaration and this call.
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Instance { resolve(at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Resolves the dependency. This overload can be passed as a function: `map(provider.resolve)`.
    @_disfavoredOverload
    public func resolve() -> Instance { resolve(at: .unknown) }

    /// Resolves the dependency. See ``callAsFunction(fileID:line:column:)``.
    public func resolve(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Instance { resolve(at: CallSite(fileID: fileID, line: line, column: column)) }

    private func resolve(at call: CallSite) -> Instance { source.factory(at: call).resolveFromKeyPath(at: call) }
}

// SAFETY: The compiler cannot check this: a key path may go through a property that is isolated to an actor, or capture a
// subscript's argument. The caller that sends a provider must ensure this, as for a factory value.
extension Provider: @unchecked Sendable where Instance: Sendable {}

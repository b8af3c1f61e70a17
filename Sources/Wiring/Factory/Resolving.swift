/// A container that can also register and resolve by type, without a declaration.
///
/// ```swift
/// final class Plugins: Resolving {
///     let manager = ContainerManager()
/// }
///
/// plugins.register((any API).self) { LiveAPI() }
/// let api = plugins.resolve((any API).self)
/// ```
/// To conform ``Container`` in your module, write `extension Container: @retroactive Resolving {}`.
public protocol Resolving: ManagedContainer {
    /// Registers a closure for a type, replacing an earlier one, and clears the instances that its scope keeps.
    ///
    /// - Returns: The type's factory, for modifiers.
    @_documentation(visibility: internal)
    @discardableResult
    func register<T>(_ type: T.Type, factory: @escaping () -> T) -> Factory<T>

    /// Returns the factory of a type, or `nil` if nothing is registered for it.
    @_documentation(visibility: internal)
    func factory<T>(_ type: T.Type) -> Factory<T>?

    /// Resolves a type. Returns `nil` if nothing is registered for it.
    @_documentation(visibility: internal)
    func resolve<T>(_ type: T.Type) -> T?
}

extension Resolving {
    /// Registers a closure for a type, replacing an earlier one, and clears the instances that its scope keeps.
    ///
    /// Each container type has its own registrations by type, and its own singletons for them.
    @discardableResult
    public func register<T>(_ type: T.Type = T.self, factory: @escaping () -> T) -> Factory<T> {
        typed(factory).register(at: .unknown, factory)
    }

    /// Returns the factory of a type, or `nil` if nothing is registered for it.
    public func factory<T>(_ type: T.Type = T.self) -> Factory<T>? {
        manager.registerAutomatically(self)
        let declaration = Declaration(site, product: T.self)
        let visible = visible
        let automatic = visible.manager.automaticRegistration(of: visible)
        guard let registered = visible.manager.state(of: declaration, over: automatic)?.registration else {
            return nil
        }
        return typed { registered.closure.typed(Void.self, T.self)(()) }
    }

    /// Resolves a type. Returns `nil` if nothing is registered for it.
    public func resolve<T>(_ type: T.Type = T.self) -> T? { factory(type)?.resolve(at: .unknown) }

    private func typed<T>(_ factory: @escaping () -> T) -> Factory<T> { Factory(self, site, nil, factory) }

    /// The site of a type, which has no line. Each container type has its own.
    private var site: Declaration.Site {
        Declaration.Site(key: "resolve", fileID: "registered by its type", identity: type(of: self as AnyObject))
    }
}

/// A closure that makes an instance, as ``Factory`` takes it.
public typealias VoidFactoryType<T> = () -> T

/// What a declaration returns: makes an instance when it is called, or finds the one that its scope keeps.
///
/// ```swift
/// extension Container {
///     var api: Factory<any API> { self { LiveAPI() } }
/// }
///
/// let api = container.api()
/// container.api.register { MockAPI() }
/// ```
/// A factory is a small value that is made at each access. What is registered, and what is kept, is the container's. It
/// belongs to the declaration at this place of the source, not to its name: another of the same name and type, in another
/// file, module or container type, is another dependency. A declaration in an extension of ``SharedContainer`` is one for
/// all container types.
///
/// What resolves, registers or overrides takes the place of its call, `fileID` and so on, as default arguments. A strict test
/// and its issues tell it; a function of your own around it may pass its caller's.
///
/// The closure has the isolation of the getter it stands in: on a `@MainActor` property it may use what is isolated so.
/// The compiler lets the factory's value be sent elsewhere, where resolving it runs the closure without a diagnostic.
/// Resolve it where its property is isolated, or with ``resolveOnMainActor(fileID:line:column:)``. In a debug build, resolving the
/// factory of a `@MainActor` property off the main actor ends the program with an error that names the declaration and the call,
/// also if a scope keeps an instance. Outside Apple's platforms this is detected only on a task. Promised factories, and
/// declarations behind a nonisolated wrapper, are not checked.
public struct Factory<T>: FactoryModifying {
    /// The declaration, its container, and what modifiers have set.
    public var registration: FactoryRegistration<Void, T>
    @usableFromInline let make: () -> T

    #if DEBUG
        /// Declares a dependency. `self { … }` in a container's extension is the same.
        ///
        /// - Parameters:
        ///   - container: The container of the extension that this stands in.
        ///   - key: The name of the declaration, in errors and traces, and a part of its identity.
        ///   - fileID: The file of the declaration: with `line` and `column` the place that is its identity.
        ///   - line: Its line.
        ///   - column: Its column.
        ///   - isolation: The actor that the declaration is isolated to. Do not pass it: the parameter exists only in debug
        ///     builds.
        ///   - factory: Makes an instance: once for each resolution, or for each instance that the scope keeps.
        @export(implementation)
        @inline(always)
        public init(
            _ container: any ManagedContainer,
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            isolation: (any Actor)? = #isolation,
            _ factory: @escaping () -> T
        ) {
            let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
            registration = FactoryRegistration(container, site, isolation)
            make = factory
        }
    #else
        /// Declares a dependency. `self { … }` in a container's extension is the same.
        @export(implementation)
        @inline(always)
        public init(
            _ container: any ManagedContainer,
            key: StaticString = #function,
            fileID: StaticString = #fileID,
            line: UInt = #line,
            column: UInt = #column,
            _ factory: @escaping () -> T
        ) {
            registration = FactoryRegistration(
                container,
                Declaration.Site(key: key, fileID: fileID, line: line, column: column)
            )
            make = factory
        }
    #endif

    @export(implementation)
    @inline(always)
    init(_ container: any ManagedContainer, _ site: Declaration.Site, _ factory: @escaping () -> T) {
        registration = FactoryRegistration(container, site)
        make = factory
    }

    /// Resolves the dependency.
    ///
    /// With a scope, an instance is built at most once until it is cleared; concurrent callers wait for it, and only they.
    /// Without, each call makes one: where nothing has been set, a look at the container's state and at the thread's, then
    /// the closure. A dependency that needs itself ends the program with an error that names the way.
    @export(implementation)
    @inline(always)
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> T {
        resolve(at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Resolves the dependency, where this is passed as a function: `map(factory.resolve)`.
    @_disfavoredOverload
    public func resolve() -> T { resolve(at: .unknown) }

    /// Resolves for a call at a place.
    ///
    /// The closure is called here and not in the library, which would have to be handed it: for that the container would be
    /// retained at each access.
    @export(implementation)
    @inline(always)
    func resolve(at call: CallSite) -> T { resolve(at: call, registration.manager) }

    /// Resolves for a call at a place, with a value that was found by its key path.
    @export(implementation)
    @inline(always)
    func resolveFound(at call: CallSite) -> T { resolve(at: call, registration.managerOfAnyContainer) }

    // SAFETY: The container, which this value has, has its manager.
    @export(implementation)
    @inline(always)
    func resolve(at call: CallSite, _ manager: Unmanaged<ContainerManager>) -> T {
        #if DEBUG
            registration.checkIsolation(at: call)
        #endif
        switch registration.modification {
        case .none:
            guard
                let thread = manager.enter(registration.site, T.self, of: registration.container)
                    ?? manager.begin(of: registration.container, at: call)
            else { return ResolutionStack.answer(T.self) }
            let instance = make()
            if thread.pointee.pendingCompletions == 0 {
                thread.pointee.depth &-= 1
            } else {
                ResolutionStack.finish(instance)
            }
            return instance
        case .some(let modified):
            do {
                return try manager.instance(modified, of: registration.container, at: call)
            } catch {
                let instance = make()
                ResolutionStack.finish(instance)
                return instance
            }
        }
    }

    /// Resolves the dependency. See ``callAsFunction(fileID:line:column:)``.
    @export(implementation)
    @inline(always)
    public func resolve(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> T { resolve(at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Registers a closure to use in place of the declaration's, and clears the instances that the scope keeps.
    ///
    /// What is being built at this moment is handed to its callers, but not kept. Within `autoRegister()` no instance is
    /// cleared.
    ///
    /// The container keeps the closure. One that captures the container keeps it alive until a reset: capture it unowned where
    /// containers come and go, as ``AutoRegistering/autoRegister()`` shows.
    @discardableResult
    public func register(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        factory: @escaping () -> T
    ) -> Self {
        register(at: CallSite(fileID: fileID, line: line, column: column), factory)
    }

    /// Registers a closure that was given at a place.
    @discardableResult
    func register(at call: CallSite, _ factory: @escaping () -> T) -> Self {
        registration.dependency.register(Closure<Void, T> { _ in factory() }, at: call)
        return self
    }

    /// Registers a closure. See ``register(fileID:line:column:factory:)``.
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        factory: @escaping () -> T
    ) { register(fileID: fileID, line: line, column: column, factory: factory) }
}

// Not proved: the closure is not `@Sendable`, so that it can have the isolation of its getter. See `FactoryRegistration`.
extension Factory: @unchecked Sendable where T: Sendable {}

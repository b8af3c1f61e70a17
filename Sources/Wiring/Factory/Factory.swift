/// A closure that makes an instance, as ``Factory`` takes it.
public typealias VoidFactoryType<T> = () -> T

/// Makes instances of a dependency, or returns the one that its scope keeps.
///
/// ```swift
/// extension Container {
///     var api: Factory<any API> { self { LiveAPI() } }
/// }
///
/// let api = container.api()
/// container.api.register { MockAPI() }
/// ```
/// A factory is a small value that is created at each access; its container stores registrations and instances. A
/// declaration is identified by its place in the source, so a property with the same name and type in another file,
/// module or container type is another dependency. A declaration in an extension of ``SharedContainer`` is one
/// declaration for all container types.
///
/// The closure has the isolation of the property that declares it: in a `@MainActor` property, it can use code of the
/// main actor. The compiler lets you send a factory to another actor, where calling it runs its closure on the wrong
/// actor. Resolve the factory where its property is isolated, or call ``resolveOnMainActor(fileID:line:column:)`` or
/// ``resolveOnGlobalActor(_:fileID:line:column:)``. In a debug build, resolving the factory of an isolated property off its
/// actor stops the program with an error that names the declaration and the call, even if a scope keeps an instance. Except
/// for the main actor on Apple's platforms, this is detected only in a task, and for other actors only on Linux and on
/// version 26 and later of Apple's systems. Promised factories, and declarations that are functions or behind a nonisolated
/// function, are not checked.
///
/// Leave out the arguments `fileID`, `line` and `column`; only a function that wraps a call passes its caller's on. They describe the
/// place of the call, which error messages and the issues of strict tests name.
@frozen
public struct Factory<T>: FactoryModifying {
    @usableFromInline package var storedRegistration: FactoryRegistration<Void, T>
    @usableFromInline let make: () -> T

    /// The declaration, its container, and what modifiers have set.
    @_documentation(visibility: internal)
    public var registration: FactoryRegistration<Void, T> { storedRegistration }

    @_documentation(visibility: internal)
    public static func closure<Input>(_ make: @escaping (Input) -> T) -> FactoryRegistration<Void, T>.Closure {
        .init(ErasedClosure(make))
    }

    #if DEBUG
        /// Declares a dependency. `self { … }` in an extension of a container is equivalent.
        ///
        /// - Parameters:
        ///   - container: The container whose extension contains the declaration.
        ///   - key: The declaration's name in errors and traces. It is a part of its identity.
        ///   - fileID: The declaration's file. Like `key`, `line` and `column`, it is a part of the declaration's identity.
        ///   - line: The declaration's line.
        ///   - column: The declaration's column.
        ///   - isolation: The actor that the declaration is isolated to. Do not pass it: the parameter exists only in debug
        ///     builds.
        ///   - factory: Makes an instance. It runs once for each resolution, or for each instance that a scope keeps.
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
            storedRegistration = FactoryRegistration(container, site, isolation)
            make = factory
        }
    #else
        /// Declares a dependency. `self { … }` in an extension of a container is equivalent.
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
            let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
            storedRegistration = FactoryRegistration(container, site)
            make = factory
        }
    #endif

    @export(implementation)
    @inline(always)
    init(
        _ container: any ManagedContainer,
        _ site: Declaration.Site,
        _ isolation: (any Actor)?,
        _ factory: @escaping () -> T
    ) {
        storedRegistration = FactoryRegistration(container, site, isolation)
        make = factory
    }

    /// Returns a copy with a change. Modifiers call this method; you cannot create a change.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func applying(_ change: FactoryRegistration<Void, T>.Change) -> Self {
        var copy = self
        copy.storedRegistration.modification = change.modification
        return copy
    }

    /// Resolves the dependency.
    ///
    /// If the scope keeps an instance, this returns it. Otherwise the closure runs on the calling thread, with no lock held.
    /// Concurrent callers of the same instance block until it is built; callers of other dependencies do not. Without a scope,
    /// the closure runs at each call.
    ///
    /// - Returns: The instance that the scope keeps, or a new one.
    /// - Precondition: The dependency does not depend on itself. A cycle stops the program with an error that prints the path.
    @export(implementation)
    @inline(always)
    public func callAsFunction(fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column) -> T {
        resolve(at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Resolves the dependency. This overload can be passed as a function: `map(factory.resolve)`.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    public func resolve() -> T { resolve(at: .unknown) }

    /// Resolves for a call at a place.
    ///
    /// The closure is called here. Passing it to the library would retain the container at each access.
    @export(implementation)
    @inline(always)
    func resolve(at call: CallSite) -> T { resolve(at: call, storedRegistration.manager) }

    /// Resolves a factory that came from a key path.
    @export(implementation)
    @inline(always)
    package func resolveFromKeyPath(at call: CallSite) -> T {
        resolve(at: call, storedRegistration.managerOfAnyContainer)
    }

    // SAFETY: This value has the container, which must retain its manager. A debug build has checked that.
    @export(implementation)
    @inline(always)
    func resolve(at call: CallSite, _ manager: Borrowed<ContainerManager>) -> T {
        #if DEBUG
            storedRegistration.checkIsolation(at: call)
        #endif
        do {
            guard case .none = storedRegistration.modification,
                manager.enter(storedRegistration.site, T.self, Void.self, of: storedRegistration.container)
            else {
                return try manager.instance(storedRegistration.modification, of: storedRegistration.container, at: call)
            }
        } catch {}
        // One call of the closure and one of `finish` for all ways that lead here: the blocks of a resolution are what a build pays.
        var instance = make()
        ResolutionStack.finish(&instance)
        return instance
    }

    /// Resolves the dependency. See ``callAsFunction(fileID:line:column:)``. It can be passed as a function: `map(factory.resolve)`.
    @export(implementation)
    @inline(always)
    public func resolve(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> T { resolve(at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Registers a closure that replaces the declaration's closure and any earlier registered one.
    ///
    /// `container.api { MockAPI() }` is a short form of `container.api.register { MockAPI() }`.
    ///
    /// Overrides and closures for contexts take precedence over it. The closure runs as the declaration's would: on the thread
    /// that resolves, with no lock held, and at most once for each instance that a scope keeps.
    ///
    /// This clears the declaration's stored instances: those for all parameters, and its singleton, which other
    /// containers share, unless this container is a child. If an instance is being built, its waiting callers still get
    /// it, but the container does not store it. Within `autoRegister()`, no instance is cleared.
    ///
    /// The container retains the closure, and its copies and children inherit it. A closure that captures the container
    /// keeps it alive until a reset. Capture the container weakly, or as `unowned` if it outlives its copies and
    /// children. The closure is not `@Sendable`, so that it can have the isolation of the declaration.
    ///
    /// Do not call this in a declaration, because each access would set the closure again and clear the instance.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func register(
        factory: @escaping () -> T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        Self.register(
            factory,
            storedRegistration.container,
            storedRegistration.site,
            storedRegistration.modification,
            at: call
        )
        call.endBlock()
        return self
    }

    /// Registers a closure. This overload can be passed as a function.
    // `callAsFunction` and the modifiers have no such overloads: with them, the compiler rejects some closures that return
    // existentials.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @discardableResult
    public func register(factory: @escaping () -> T) -> Self {
        register(factory: factory, fileID: "", line: 0, column: 0)
    }

    // Takes the parts of a factory value, so that a function that registers much need not make one.
    @usableFromInline
    @inline(never)
    static func register(
        _ factory: @escaping () -> T,
        _ container: any ManagedContainer,
        _ site: Declaration.Site,
        _ modification: Modification,
        at call: CallSite
    ) {
        let registration = FactoryRegistration<Void, T>(container, site, modification)
        registration.dependency.register(ErasedClosure { (_: Void) in factory() }, at: call)
    }

    /// Registers a closure. See ``register(factory:fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func callAsFunction(
        factory: @escaping () -> T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) { register(factory: factory, fileID: fileID, line: line, column: column) }
}

// SAFETY: The compiler cannot check this: the closure is not `@Sendable`, so that it can have the isolation of its property:
// see `FactoryRegistration`.
extension Factory: @unchecked Sendable where T: Sendable {}

extension Factory {
    /// A factory of a part of the instance, for a property that needs only that part.
    ///
    /// ```swift
    /// @DynamicInjected(\.date[\.now]) private var now
    /// ```
    /// It resolves the dependency at each resolution and keeps nothing itself. Strict tests check the dependency, not its part, and
    /// to allow the part is to allow the dependency. To replace the part, replace the dependency: a modifier, registration,
    /// override or reset of the part stops the program.
    public subscript<Value>(_ part: KeyPath<T, Value>) -> Factory<Value> {
        registration.part { resolveFromKeyPath(at: .unknown)[keyPath: part] }
    }
}

extension ParameterFactory where P: Hashable {
    /// A factory of the instance for one parameter, for a property wrapper, or to name it in `run`.
    ///
    /// ```swift
    /// @Injected(\.letter["Ada"]) private var letter
    /// ```
    /// It resolves the dependency at each resolution and keeps nothing itself. A modifier, registration, override or reset of the
    /// factory that this returns stops the program: change the dependency instead.
    public subscript(_ parameter: P) -> Factory<T> { registration.part { resolve(parameter, at: .unknown) } }
}

extension FactoryRegistration {
    /// A factory of what is made from this dependency.
    fileprivate func part<Value>(_ make: @escaping () -> Value) -> Factory<Value> {
        var part = Factory(container, Declaration.Site(partOf: site), nil, make)
        let whole = modification.kind.whole ?? declaration
        part.storedRegistration.modification = .unique(part.declaration, kind: .part(of: whole))
        if ThreadRecord.recordsWires { WireRecorder.passOn(part.storedRegistration.request) { [request] } }
        return part
    }
}

extension Factory where T: Sendable {
    /// Resolves on the main actor. A ``ParameterFactory`` takes its parameter: `await container.page.resolveOnMainActor(7)`.
    ///
    /// The closure runs there, unless a scope keeps an instance or another thread is building it. Waiting for that thread
    /// blocks the main actor.
    public func resolveOnMainActor(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async -> T {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return await MainActor.run { resolve(at: call) }
    }

    /// Resolves on an actor, such as `BackgroundActor.shared` or an actor instance of your own. The closure runs there,
    /// unless a scope keeps an instance or another thread is building it. A ``ParameterFactory`` also takes `parameters:`.
    public func resolveOnGlobalActor(
        _ isolation: isolated any Actor,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> T { resolve(at: CallSite(fileID: fileID, line: line, column: column)) }
}

extension ParameterFactory where P: Sendable, T: Sendable {
    /// Resolves on the main actor. See ``Factory/resolveOnMainActor(fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func resolveOnMainActor(
        _ parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) async -> T {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return await MainActor.run { resolve(parameters, at: call) }
    }

    /// Resolves on an actor. See ``Factory/resolveOnGlobalActor(_:fileID:line:column:)``.
    @_documentation(visibility: internal)
    public func resolveOnGlobalActor(
        _ isolation: isolated any Actor,
        parameters: P,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> T { resolve(parameters, at: CallSite(fileID: fileID, line: line, column: column)) }
}

// Not a `DeclaredDependency` whose parameter is `Void`: the compiler does not support that requirement on a pack (Swift 6.3).

/// A dependency that can be started: a ``Factory``, or a throwing or asynchronous one, or a collection.
///
/// Do not conform your own types.
@_documentation(visibility: internal)
public protocol Startable<T> {
    /// The type of the instance.
    associatedtype T

    /// Resolves the dependency to start it.
    @_documentation(visibility: internal)
    func resolve(for start: ContainerStart) async throws -> ContainerStart.Resolved<T>
}

extension Factory: Startable {
    @_documentation(visibility: internal)
    public func resolve(for start: ContainerStart) -> ContainerStart.Resolved<T> {
        start.resolve { resolveFromKeyPath(at: start.call) }
    }
}

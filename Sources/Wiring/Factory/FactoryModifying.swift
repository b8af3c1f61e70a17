/// The modifiers, overrides and resets of ``Factory``, ``ParameterFactory`` and the collections.
///
/// A modifier of a declaration applies at each access. A modifier set from outside applies only if the declaration does not set the
/// same one, and lasts until a reset. Setting a scope, a time to live or ``DeclaredDependency/scopeOnParameters`` again to the same
/// value writes nothing.
///
/// Write extensions of this protocol to add modifiers. Do not conform your own types.
///
/// A closure that a modifier sets in the declaration belongs to the factory value, so it may capture `self`. A modifier
/// recognizes the declaration by the name and file of `self { }`, so do not pass `key` or `fileID`. Only a function
/// that wraps `self { }` forwards its caller's. A modifier in another property with the same name and file counts as a
/// part of the declaration.
///
/// The container retains a closure that is set from outside, so a closure that captures the container keeps it alive
/// until a reset. Capture the container weakly, or as `unowned` if it outlives its copies and children, which inherit
/// the closure.
///
/// ```swift
/// container.letter.onTest { [unowned container] in Letter(to: "\($0), from \(container.sender())") }
/// ```
///
/// Closures for contexts are not `@Sendable`, so that they can have the isolation of the declaration.
public protocol FactoryModifying: DeclaredDependency where Sharing == Never {}

extension FactoryModifying {
    // MARK: - Seeing instances

    /// Sets a closure that sees every instance that is resolved, and cannot replace it. It replaces an earlier one and the container's.
    ///
    /// It runs at each resolution, even if the scope already stores the instance, on the thread that resolves and with
    /// no lock held. Those of the instance's dependencies run first. To replace an instance, ``decorate(_:fileID:line:column:)`` it.
    ///
    /// A closure with a second argument also receives whether this resolution built the instance: `onResolve { api, isNew in … }`.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onResolve(
        _ action: @escaping @Sendable (_ instance: T) -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.decorator, ErasedClosure(action), key, fileID)) }

    /// The same with a closure that also receives whether this resolution built the instance. See `onResolve(_:)`.
    @_documentation(visibility: internal)
    @discardableResult
    public func onResolve(
        _ action: @escaping @Sendable (_ instance: T, _ isNew: Bool) -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.decoratorOfNew, ErasedClosure(ofNew: action), key, fileID)) }

    /// Factory's name for ``onResolve(_:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func decorator(
        _ decorator: @escaping @Sendable (_ instance: T) -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { onResolve(decorator, key: key, fileID: fileID) }

    /// Factory's name for `onResolve(_:)` with a closure that has two arguments.
    @_documentation(visibility: internal)
    @discardableResult
    public func decorator(
        _ decorator: @escaping @Sendable (_ instance: T, _ isNew: Bool) -> Void,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { onResolve(decorator, key: key, fileID: fileID) }

    // MARK: - Choosing by context

    /// Sets a closure for some contexts. It takes precedence over a registered closure and the declaration's, but not over an
    /// override.
    ///
    /// If several contexts apply, launch arguments come first, in their order, then runtime arguments, in the order of their
    /// keys, then environment variables, in the order of their names, then preview, test, simulator or device, and debug.
    /// Setting the closure clears no stored instance.
    @discardableResult
    public func context(
        _ contexts: FactoryContextType...,
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(in: contexts, ErasedClosure(factory), key, fileID)) }

    /// Sets a closure for a launch argument, or for one that was set at run time. See
    /// ``context(_:factory:key:fileID:)``.
    ///
    /// If the program has no such argument, but one that differs in one or two letters, and in at most a third of all its letters, a debug
    /// build logs both when the declaration is first resolved.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onArg(
        _ argument: String,
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(argument: argument, ErasedClosure(factory), key, fileID)) }

    /// Sets a closure for any of several arguments. See ``context(_:factory:key:fileID:)``.
    @discardableResult
    public func onArgs(
        _ arguments: [String],
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { context(.args(arguments), factory: factory, key: key, fileID: fileID) }

    /// Sets a closure for a program with a certain environment variable. See ``context(_:factory:key:fileID:)``.
    ///
    /// ```swift
    /// api.onEnvironment("MOCKS", "api") { MockAPI() }
    /// ```
    /// - Parameters:
    ///   - name: The name of the variable.
    ///   - value: The whole value that it must have.
    ///   - factory: Makes an instance.
    ///   - key: The declaration's name. Do not pass it, except from a wrapper function.
    ///   - fileID: The declaration's file. Do not pass it, except from a wrapper function.
    @discardableResult
    public func onEnvironment(
        _ name: String,
        _ value: String,
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { context(.environment(name: name, value: value), factory: factory, key: key, fileID: fileID) }

    /// Sets a closure for previews. See ``context(_:factory:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onPreview(
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.preview, ErasedClosure(factory), key, fileID)) }

    /// Sets a closure for tests. See ``context(_:factory:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onTest(
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.test, ErasedClosure(factory), key, fileID)) }

    /// Sets a closure for debug builds. See ``context(_:factory:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onDebug(
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.debug, ErasedClosure(factory), key, fileID)) }

    /// Sets a closure for simulators. See ``context(_:factory:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onSimulator(
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.simulator, ErasedClosure(factory), key, fileID)) }

    /// Sets a closure for everything but simulators. See ``context(_:factory:key:fileID:)``.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func onDevice(
        factory: @escaping (P) -> T,
        key: StaticString = #function,
        fileID: StaticString = #fileID
    ) -> Self { applying(registration.setting(.device, ErasedClosure(factory), key, fileID)) }

    // MARK: - Replacing and resetting

    /// Sets a closure that takes precedence over all others: the declaration's, a registered one, and those for contexts, even
    /// if the declaration sets them. Like a registration, it clears the stored instances.
    ///
    /// A later override replaces it. A reset of `.all` or `.registration` removes it. ``ContainerManager/pop()`` restores the
    /// override that was in place at ``ContainerManager/push()``, if there was one. The closure runs as the declaration's would,
    /// and the container retains it.
    ///
    /// Do not call this in a declaration, because each access would set the closure again and clear the instance.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func override(
        _ factory: @escaping (P) -> T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        // Read once: the getter of a protocol's requirement copies it.
        let registration = registration
        Self.override(factory, registration.container, registration.site, registration.modification, at: call)
        call.endBlock()
        return self
    }

    /// Wraps every new instance, whatever made it.
    ///
    /// ```swift
    /// container.api.decorate { Retrying($0) }
    /// ```
    /// The closure receives the new instance and returns the one to use. It runs once for each new instance, before a
    /// scope stores the instance and before any caller gets it, on the thread that resolves and with no lock held. A
    /// stored instance is not decorated again. What the closure resolves becomes a dependency of this one.
    ///
    /// Several calls add up: the last is the outermost. A later override removes the decorations that were set before
    /// it. A later registration is decorated. A singleton is decorated by the container that builds it, for all
    /// containers.
    ///
    /// Like a registration, this clears the stored instances, except in `autoRegister()`. A reset of `.all` or `.registration`
    /// removes the closure. The container retains it, and its copies and children inherit it. It is not `@Sendable`, so that it
    /// can have the isolation of the declaration.
    ///
    /// Do not call this in a declaration, because each access would add the closure again and clear the instance: write
    /// `self { Retrying(LiveAPI()) }` instead. To observe an instance at each resolution without replacing it, write
    /// ``onResolve(_:key:fileID:)``.
    ///
    /// - Complexity: Linear in the number of closures that decorate this declaration in this container.
    @discardableResult
    @export(implementation)
    @inline(always)
    public func decorate(
        _ decorate: @escaping (_ inner: T) -> T,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        let registration = registration
        Self.decorate(decorate, registration.container, registration.site, registration.modification, at: call)
        call.endBlock()
        return self
    }

    // See ``Factory/register(_:_:_:_:at:)``.
    @usableFromInline
    @inline(never)
    static func decorate(
        _ decorate: @escaping (_ inner: T) -> T,
        _ container: any ManagedContainer,
        _ site: Declaration.Site,
        _ modification: Modification,
        at call: CallSite
    ) {
        let registration = FactoryRegistration<P, T>(container, site, modification)
        registration.dependency.decorate(by: ErasedClosure(decorate), at: call)
    }

    /// Clears what `options` names. See ``DeclaredDependency/reset(_:)``.
    @_documentation(visibility: internal)
    @discardableResult
    public func reset(options: FactoryResetOptions) -> Self { reset(options) }
}

/// The content of a factory of any kind: a declaration, its container, and the changes that modifiers have made.
@_documentation(visibility: internal)
@frozen
public struct FactoryRegistration<P, T> {
    // The optimizer splits only small values, and a factory value that is created and called at once is free only if it is split.
    // Add no stored property.
    @usableFromInline package let container: any ManagedContainer
    @usableFromInline package let site: Declaration.Site
    @usableFromInline package var modification: Modification

    @export(implementation)
    @inline(always)
    package init(_ container: any ManagedContainer, _ site: Declaration.Site) {
        self.container = container
        self.site = site
        modification = .none
        #if DEBUG
            checkDeclaration()
        #endif
    }

    @export(implementation)
    @inline(always)
    init(_ container: any ManagedContainer, _ site: Declaration.Site, _ modification: Modification) {
        self.container = container
        self.site = site
        self.modification = modification
    }

    /// - Parameter isolation: The actor that the declaration is isolated to, if there is one. Only a debug build checks it.
    @export(implementation)
    @inline(always)
    package init(_ container: any ManagedContainer, _ site: Declaration.Site, _ isolation: (any Actor)?) {
        self.init(container, site)
        #if DEBUG
            guard let isolation else { return }
            noteIsolation(isolation)
            // An asynchronous function may have its caller's isolation, and its closure has none. Nothing tells it from others.
            if !site.key.namesFunction { self.isolation = isolation }
        #endif
    }

    #if DEBUG
        /// The actor that resolutions must run on.
        @usableFromInline package var isolation: (any Actor)?
        /// Whether the declaration's closure is one of the main actor. What replaces it is not, nor is what it has made.
        @usableFromInline var isBuiltOnMainActor = false

        /// Notes the actor for messages that know only the declaration.
        @usableFromInline
        package func noteIsolation(_ actor: any Actor) { DeclaredIsolation.note(actor, of: declaration) }

        /// Stops the program if the container makes a manager at each access. Logs that the factory is stored in a global variable, if it
        /// is: there, `#function` is the name of the module.
        @usableFromInline
        func checkDeclaration() {
            guard container.manager === container.manager else {
                Failure.manager(of: type(of: container), "has another manager at each access")
            }
            guard site.fileID.begins(withFolder: site.key) else { return }
            container.manager.log(.storedGlobally(declaration)) { Failure.text(storedGlobally: declaration) }
        }

        /// Stops the program if the declaration is isolated to an actor and this code is known not to be.
        @usableFromInline
        package func checkIsolation(at call: CallSite) {
            guard let isolation, isolation.isKnownNotToRunThisCode else { return }
            Failure.resolved(off: DeclaredIsolation(isolation), ResolutionStack.path + [step], at: call.ifKnown)
        }
    #endif

    /// Records that the closure is one of the main actor, for graphs and messages of a debug build.
    package mutating func buildOnMainActor() {
        #if DEBUG
            noteIsolation(MainActor.shared)
            isBuiltOnMainActor = true
        #endif
    }

    /// The container's manager, which exists as long as the container, and so at least as long as this value: see
    /// ``ManagedContainer/manager``.
    @export(implementation)
    @inline(always)
    package var manager: Borrowed<ContainerManager> { Borrowed(container.manager) }

    /// The same, where the type of the container is unknown at compile time.
    ///
    /// A protocol requirement returns a retained object, so this first checks for a ``Container``. Where the type is known, the
    /// check would take the compiler longer than the rest of the resolution.
    @export(implementation)
    @inline(always)
    package var managerOfAnyContainer: Borrowed<ContainerManager> {
        // SAFETY: This value has the container, which must retain its manager. A debug build has checked that.
        if let container = container as? Container { return Borrowed(container.manager) }
        return Borrowed(container.manager)
    }

    @export(implementation)
    @inline(always)
    package var declaration: Declaration { Declaration(site, product: T.self, parameter: P.self) }

    /// The step that a resolution adds to the path.
    package var step: PathStep { PathStep(declaration, of: container, container.manager) }

    @inline(__always)
    package var dependency: Dependency { Dependency(container, container.manager, declaration, modification) }

    /// A request from an unknown place, without a parameter.
    package var request: Resolution.Request {
        var request = request(at: .unknown)
        #if DEBUG
            request.isOnMainActor = isolation === MainActor.shared
            request.isBuiltOnMainActor = isBuiltOnMainActor
        #endif
        return request
    }

    package func request(at call: CallSite, for parameter: AnyParameter? = nil) -> Resolution.Request {
        Resolution.Request(declaration, modification, of: container, container.manager, at: call, for: parameter)
    }

    // Each is computed from this value before the copy is made that gets it. The other way round, the container would be retained.

    /// The change that sets a scope.
    @export(implementation)
    @inline(always)
    func setting(_ scope: Scope.Kind) -> Change {
        switch modification {
        case .none: Change(.some(manager.modified(by: scope, site, Declaration.Types<P, T>.self, of: container)))
        case .some: setting(scope.scope)
        }
    }

    /// The change that sets a scope that is passed as a value, or none.
    @export(implementation)
    @inline(always)
    func setting(_ scope: Scope?) -> Change {
        Change(manager.modified(modification, by: scope, site, Declaration.Types<P, T>.self, of: container))
    }

    /// The change that sets a closure that needs no detail: for the value alone within the declaration, or else in the container.
    ///
    /// - Parameters:
    ///   - key: The name of the property that sets it.
    ///   - fileID: Its file.
    @export(implementation)
    @inline(always)
    func setting(_ kind: Modifier.Kind, _ closure: ErasedClosure, _ key: StaticString, _ fileID: StaticString) -> Change
    {
        guard isDeclared(in: key, fileID) else { return setting(Modifier(kind, closure), key, fileID) }
        let types = Declaration.Types<P, T>.self
        return Change(.some(manager.declared(modification, closure, kind, site, types)))
    }

    /// The same for a launch argument.
    @export(implementation)
    @inline(always)
    func setting(argument: String, _ closure: ErasedClosure, _ key: StaticString, _ fileID: StaticString) -> Change {
        guard isDeclared(in: key, fileID) else { return setting(Modifier(argument: argument, closure), key, fileID) }
        let types = Declaration.Types<P, T>.self
        return Change(.some(manager.declared(modification, closure, argument: argument, site, types)))
    }

    /// Whether a modifier is set where the declaration stands. The same literal may have several addresses, but where a declaration sets
    /// a modifier, the compiler knows that they are the same.
    @export(implementation)
    @inline(always)
    package func isDeclared(in key: StaticString, _ fileID: StaticString) -> Bool {
        site.key.word == LiteralText(key).word && site.fileID.word == LiteralText(fileID).word
    }

    /// The change of any modifier.
    @usableFromInline
    @inline(never)
    package func setting(_ modifier: Modifier, _ key: StaticString, _ fileID: StaticString) -> Change {
        let (key, fileID) = (LiteralText(key), LiteralText(fileID))
        guard site.key == key, site.fileID == fileID else {
            return Change(.some(manager.modified(modification, modifier, declaration, of: container)))
        }
        return Change(.some(manager.declared(modification, modifier, declaration)))
    }

    /// The change that sets a closure for contexts.
    package func setting(
        in contexts: [FactoryContextType],
        _ closure: ErasedClosure,
        _ key: StaticString,
        _ fileID: StaticString
    ) -> Change {
        var copy = self
        for context in contexts.flatMap(\.each) {
            copy.modification = copy.setting(Modifier(in: context, closure), key, fileID).modification
        }
        return Change(copy.modification)
    }

    /// The change that sets a time to live.
    @export(implementation)
    @inline(always)
    func setting(_ timeToLive: TimeToLive) -> Change {
        if case .some(.reference(let earlier)) = modification, let known = manager.known(timeToLive, after: earlier) {
            return Change(.some(.reference(known)))
        }
        let types = Declaration.Types<P, T>.self
        return Change(.some(manager.modified(modification, timeToLive, site, types, of: container)))
    }
}

extension FactoryRegistration {
    /// A change of what modifiers have set. Only this library creates changes.
    @_documentation(visibility: internal)
    @frozen
    public struct Change {
        @usableFromInline package let modification: Modification

        @export(implementation)
        @inline(always)
        package init(_ modification: Modification) { self.modification = modification }
    }

    /// A closure as a container stores it. Only this library makes one.
    @_documentation(visibility: internal)
    public struct Closure {
        let erased: ErasedClosure

        package init(_ erased: ErasedClosure) { self.erased = erased }
    }
}

// SAFETY: The compiler cannot check this: a factory value is `Sendable` if its parameter and its product are, so that it can be
// resolved on another actor. Its closures may capture values that are not `Sendable`, or be isolated. The caller that
// sends a factory value must ensure that this is safe, as the documentation of `Factory` says.
extension FactoryRegistration: @unchecked Sendable where P: Sendable, T: Sendable {}

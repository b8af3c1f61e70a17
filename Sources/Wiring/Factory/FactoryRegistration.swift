private import WiringThread

/// What a ``Factory`` and a ``ParameterFactory`` have in common: a declaration, its container, and what has been set.
public struct FactoryRegistration<P, T> {
    // Together with the closure these are six words. The optimizer takes no value apart that has more; and it is for being
    // taken apart that a factory value costs nothing where it is made and called at once.
    @usableFromInline let container: any ManagedContainer
    @usableFromInline let site: Declaration.Site
    @usableFromInline var modification: Modification

    @export(implementation)
    @inline(always)
    init(_ container: any ManagedContainer, _ site: Declaration.Site) {
        self.container = container
        self.site = site
        modification = .none
    }

    #if DEBUG
        /// Whether the declaration is the main actor's.
        @usableFromInline var isMainActors = false

        /// - Parameter isolation: The actor that the declaration is isolated to, if it is isolated to one.
        @usableFromInline
        init(_ container: any ManagedContainer, _ site: Declaration.Site, _ isolation: (any Actor)?) {
            self.init(container, site)
            isMainActors = isolation === MainActor.shared
        }

        /// Ends the program if the declaration is the main actor's and what runs here is not.
        @usableFromInline
        func checkIsolation(at call: CallSite) {
            guard isMainActors, wiring_is_off_main_actor() else { return }
            let step = PathStep(declaration: declaration, container: "\(type(of: container))")
            Failure.resolvedOffMainActor(ResolutionStack.path + [step], at: call.isKnown ? call : nil)
        }
    #endif

    /// The container's manager, which is there for as long as the container, and so at least as long as this value.
    @export(implementation)
    @inline(always)
    var manager: Unmanaged<ContainerManager> { .passUnretained(container.manager) }

    /// The same where the type of the container is not known when a program is compiled.
    ///
    /// What a requirement of a protocol returns has been retained. So a container is asked first whether it is a ``Container``.
    /// Where its type is known, the question costs the compiler more than all the rest.
    @export(implementation)
    @inline(always)
    var managerOfAnyContainer: Unmanaged<ContainerManager> {
        // SAFETY: The container, which this value has, has its manager.
        if let container = container as? Container { return .passUnretained(container.manager) }
        return .passUnretained(container.manager)
    }

    var declaration: Declaration { Declaration(site, product: T.self, parameter: P.self) }

    var dependency: Dependency { Dependency(container, container.manager, declaration, modification) }

    /// Changes what is set on this value, and in the container.
    mutating func change(_ change: (inout Dependency) -> Void) {
        var dependency = dependency
        change(&dependency)
        modification = dependency.modification
    }

    /// What has been set once a scope is set.
    @export(implementation)
    @inline(always)
    func setting(_ scope: Scope.Kind) -> Modification.Modified {
        switch modification {
        case .none: return manager.modified(by: scope, site, T.self, P.self, of: container)
        case .some(let modified):
            return manager.modified(modified, by: scope, site, T.self, P.self, of: container)
        }
    }
}

// Not proved: a factory value is to be `Sendable` where what it takes and makes is, so that it can be resolved on another
// actor. What is set on it may capture what is not `Sendable`, or be isolated. Whoever sends one answers for its closures,
// as the doc comment of `Factory` says.
extension FactoryRegistration: @unchecked Sendable where P: Sendable, T: Sendable {}

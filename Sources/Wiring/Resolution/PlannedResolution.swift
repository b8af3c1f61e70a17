/// What a resolution of a factory would do now. Making this value builds no instance, and begins no resolution.
///
/// The container's `autoRegister()` runs first, if it has yet to run.
package struct PlannedResolution {
    /// The resolution, as observers would see it begin.
    package let observed: ObservedResolution
    /// The container that resolves it, and its parents, the nearest first.
    package let containers: [(type: String, manager: ContainerManager)]
    /// Whether a singleton is resolved from the root of a child.
    package let isDirectedToRoot: Bool
    /// The scope that the declaration sets, as a container stores it.
    package let declaredScope: Scope?
    /// The scope that the declaration or the container sets, as a container stores it.
    package let setScope: Scope?
    /// The contexts that have closures, and whether each applies. Of those that do, the first in the order of precedence counts.
    package let contexts: [(type: FactoryContextType, applies: Bool)]
    /// How long an instance lives, and whether each use begins the time anew.
    package let timeToLive: (duration: Duration, isSliding: Bool)?
    /// Whether the scope keeps an instance for each parameter.
    package let isPerParameter: Bool
    /// The names of the modifiers whose closures start and stop instances.
    package let hooks: [String]
    /// Whether a decorator of the factory, or else of the container, sees each instance.
    package let decorator: (isOfFactory: Bool, isOfContainer: Bool)
    package let kept: Kept

    /// What the scope keeps for the declaration.
    package enum Kept: Sendable {
        case nothing
        case construction
        /// - Parameter age: The time since it was built or last used, if it has a time to live.
        case instance(age: Duration?)
        /// - Parameter count: The number of parameters that have an instance.
        case instances(count: Int)
    }

    init(of original: Resolution.Request) {
        var (request, singleton) = (original.routed, Scope?.none)
        let (resolution, slot) = Resolution.prepare(&request, &singleton)
        let modifiers = resolution.modifiers
        observed = resolution.observedResolution(slot)
        let parents = sequence(first: request.manager.parent) { $0?.manager.parent }.prefix { $0 != nil }
        containers =
            [("\(type(of: request.container))", request.manager)]
            + parents.compactMap { $0 }.map { ("\(type(of: $0.container))", $0.manager) }
        isDirectedToRoot = request.manager !== original.manager
        declaredScope = request.modification.modifiers(over: SlotState()).scope
        setScope = request.modification.modifiers(over: slot ?? SlotState()).scope
        contexts = modifiers.contexts.types(in: request.manager.context)
        timeToLive = modifiers.timeToLive.map { (.nanoseconds($0.duration), $0.isSliding) }
        isPerParameter = modifiers.hashing != nil
        hooks = modifiers.hooks?.names ?? []
        decorator = (modifiers.decorator != nil, resolution.settings.decorator != nil)
        kept = resolution.kept
    }
}

extension Resolution {
    fileprivate var kept: PlannedResolution.Kept {
        let (scope, declaration) = (scope, request.declaration)
        // SAFETY: The manager retains its slots, and the scope its instances.
        let instances: Instances? =
            (scope as? Scope.Singleton).map { $0.instances.find(declaration)?.object }
            ?? request.manager.slots.find(declaration)?.object
        guard let instances, scope.kind != .unique, scope.kind != .graph else { return .nothing }
        let expiry = modifiers.timeToLive.map { Expiry($0) }
        func isKept(_ stored: StoredInstance, _ used: Int64?) -> Bool {
            stored.scope == scope.id && stored.keepAlive != nil && !stored.hasStopped
                && expiry?.isAlive(since: used) ?? true
        }
        if modifiers.hashing != nil {
            let kept = instances.snapshotOfInstances().perParameter.count { isKept($0.stored, $0.used) }
            return kept == 0 ? .nothing : .instances(count: kept)
        }
        switch instances.withState({ $0.content }) {
        case .building(_, scope.id, _): return .construction
        case .full(let stored, let used) where isKept(stored, used):
            return .instance(age: expiry.flatMap { expiry in used.map { .nanoseconds(expiry.now - $0) } })
        default: return .nothing
        }
    }
}

import Wiring

extension Explanation {
    init(_ plan: PlannedResolution) {
        let observed = plan.observed
        name = observed.dependency.key
        type = observed.dependency.product
        location = observed.dependency.location
        containers = plan.containers.map(\.type)
        isResolvedFromRoot = plan.isDirectedToRoot
        let setting = Setting(plan)
        candidates = setting.candidates
        decorations = setting.decorations
        scope = observed.scope.name
        scopeOrigin =
            if plan.setScope is Scope.Singleton, observed.scope is Scope.Cached {
                .child
            } else if let set = plan.setScope {
                set === plan.declaredScope ? .declaration : .container
            } else {
                plan.containers[0].manager.defaultScope == nil ? .nothing : .defaultScope
            }
        instance =
            switch plan.kept {
            case .nothing: .none
            case .construction: .underConstruction
            case .instance(let age): .kept(age: age)
            case .instances(let count): .keptForParameters(count: count)
            }
        timeToLive = plan.timeToLive?.duration
        isSliding = plan.timeToLive?.isSliding ?? false
        isPerParameter = plan.isPerParameter
        hooks = plan.hooks
        decorator =
            plan.decorator.isOfFactory ? "the factory's" : plan.decorator.isOfContainer ? "the container's" : nil
    }
}

/// What the containers set about the closures of a declaration.
private struct Setting {
    typealias Candidate = Explanation.Candidate

    private let plan: PlannedResolution
    /// Those of each container, the nearest first.
    private let replacements: [(replacement: ObservedResolution.Replacement, container: Int)]
    private let winner: Candidate.Source

    init(_ plan: PlannedResolution) {
        self.plan = plan
        let dependency = plan.observed.dependency
        replacements = plan.containers.indices.flatMap { container in
            plan.containers[container].manager.replacements.filter { $0.dependency == dependency }
                .map { ($0, container) }
        }
        winner =
            switch plan.observed.replacement?.kind {
            case .override: .override
            case .registration: .registration
            default: plan.observed.context.map(Candidate.Source.context) ?? .declaration
            }
    }

    var candidates: [Candidate] {
        let dependency = plan.observed.dependency
        let declaration = Candidate(
            source: .declaration,
            location: dependency.location,
            container: nil,
            isAutomatic: false,
            reason: winner == .declaration ? nil : isReplaced
        )
        return replacing(.override, .override) + contexts + replacing(.registration, .registration) + [declaration]
    }

    /// Those of each kind in order of precedence: of the nearest container first, and last what `autoRegister()` set.
    private func replacing(_ kind: ObservedResolution.Replacement.Kind, _ source: Candidate.Source) -> [Candidate] {
        let ofKind = replacements.filter { $0.replacement.kind == kind }
        return (ofKind.filter { !$0.replacement.isAutomatic } + ofKind.filter(\.replacement.isAutomatic)).map {
            candidate($0.replacement, source, of: $0.container) { container in
                winner == source
                    ? "is replaced by that \(place(of: plan.observed.replacement, butFor: container))" : isReplaced
            }
        }
    }

    private func candidate(
        _ replacement: ObservedResolution.Replacement,
        _ source: Candidate.Source,
        of container: Int,
        reason: (_ container: Int) -> String
    ) -> Candidate {
        let isUsed =
            plan.observed.replacement?.number == replacement.number
            || plan.observed.decorations.contains { $0.number == replacement.number }
        let isIgnored = replacement.isAutomatic && container > 0
        return Candidate(
            source: source,
            location: replacement.call?.description,
            container: plan.containers[container].type,
            isAutomatic: replacement.isAutomatic,
            reason: isUsed
                ? nil : isIgnored ? "does not count: a child runs its own `autoRegister()`" : reason(container)
        )
    }

    private func place(of replacement: ObservedResolution.Replacement?, butFor container: Int) -> String {
        guard let replacement, let other = replacements.first(where: { $0.replacement.number == replacement.number })
        else { return "of another container" }
        return other.container == container
            ? "set outside `autoRegister()`" : "of \(plan.containers[other.container].type)"
    }

    private var contexts: [Candidate] {
        plan.contexts.sorted { $0.type.precedence < $1.type.precedence }.map { type, applies in
            let isUsed = winner == .context(type)
            return Candidate(
                source: .context(type),
                location: nil,
                container: nil,
                isAutomatic: false,
                reason: isUsed ? nil : applies ? isReplaced : "does not apply: \(type.reasonNotToApply)"
            )
        }
    }

    var decorations: [Candidate] {
        replacements.filter { $0.replacement.kind == .decoration }
            .sorted { first, second in
                guard first.container == second.container else { return first.container > second.container }
                return first.replacement.isAutomatic && !second.replacement.isAutomatic
            }
            .map { candidate($0.replacement, .decoration, of: $0.container) { _ in "precedes the override" } }
    }

    /// Why what has a lower precedence than the winner is not used.
    private var isReplaced: String {
        switch winner {
        case .override: "is replaced by the override"
        case .context(let type): "is replaced by `\(type.modifier)`"
        case .registration: "is replaced by the registration"
        case .declaration, .decoration: ""
        }
    }
}

extension FactoryContextType {
    /// Sorts contexts in their order of precedence. Arguments are sorted by their text.
    fileprivate var precedence: (Int, String) {
        switch self {
        case .arg(let argument): (0, argument)
        case .args: (0, "")
        case .environment(let name, _): (1, name)
        case .preview: (2, "")
        case .test: (3, "")
        case .simulator, .device: (4, "")
        case .debug: (5, "")
        }
    }

    fileprivate var reasonNotToApply: String {
        switch self {
        case .arg, .args: "the program has no such argument"
        case .environment: "the environment has no such variable with this value"
        case .preview: "this is no preview"
        case .test: "this is no test"
        case .simulator: "this is no simulator"
        case .device: "this is a simulator"
        case .debug: "this is no debug build"
        }
    }
}

extension Scope {
    /// The name of the modifier that sets it, or what it is.
    var name: String {
        switch self {
        case is Cached: self === Scope.cached ? "cached" : "a custom cached scope"
        case is Shared: self === Scope.shared ? "shared" : "a custom shared scope"
        case is Graph: "graph"
        case is Singleton: "singleton"
        default: "unique"
        }
    }
}

import Wiring

extension Explanation {
    /// Explains what the resolution of a request would do. It is prepared by the function that prepares those that
    /// begin.
    ///
    /// - Parameter needs: The dependencies that the declaration names with `wire`.
    init(_ original: Resolution.Request, needs: [Resolution.Request]? = nil) {
        var (request, singleton) = (original.routed, Scope?.none)
        let (resolution, slot) = Resolution.prepare(&request, &singleton)
        let (modifiers, kept) = (resolution.modifiers, resolution.kept)
        let observed = resolution.observedResolution(slot)
        let containers = Self.containers(of: request)
        step = observed.step
        self.needs = needs?.map(\.step.description)
        self.containers = containers.map(\.type)
        isResolvedFromRoot = request.manager !== original.manager
        let context = request.manager.context
        let arguments = context.arguments + context.runtimeArguments.sorted { $0.key < $1.key }.map(\.value)
        let contexts = modifiers.contexts
            .map { (type: $0, applies: context.selected(among: [$0]) != nil) }
            .sorted { $0.type.precedence(among: arguments) < $1.type.precedence(among: arguments) }
        let closures = Closures(
            observed: observed,
            containers: self.containers,
            ofContexts: contexts,
            replacements: containers.enumerated().flatMap { index, container in
                container.manager.replacements.filter { $0.dependency == observed.dependency }.map { ($0, index) }
            }
        )
        candidates = closures.candidates
        decorations = closures.decorations
        isUnkeptPromise = observed.isUnkeptPromise
        scope = observed.scope.name
        let declared = request.modification.modifiers(over: nil).scope
        let set = request.modification.modifiers(over: slot).scope
        // A child may have set that of a singleton, with its slot.
        let setScope = (singleton == nil ? nil : original.setScope) ?? set
        scopeOrigin =
            if observed.scope is Scope.Cached, (set ?? request.manager.defaultScope) is Scope.Singleton {
                .child
            } else if let setScope {
                setScope === declared ? .declaration : .container
            } else if singleton != nil {
                // A child did, with its default scope.
                .defaultScope
            } else {
                request.modification.admitted(request.manager.defaultScope) == nil ? .nothing : .defaultScope
            }
        isPerParameter = modifiers.hashing != nil
        instance =
            if kept.isUnderConstruction {
                .underConstruction
            } else if kept.count == 0 {
                .none
            } else {
                isPerParameter ? .keptForParameters(count: kept.count) : .kept(age: kept.age)
            }
        timeToLive = modifiers.timeToLive.map { .nanoseconds($0.duration) }
        isSliding = modifiers.timeToLive?.isSliding ?? false
        hooks = observed.hooks
        decorator =
            modifiers.decorator != nil
            ? "the factory's" : resolution.settings.decorator != nil ? "the container's" : nil
    }

    /// The container of a request, and its parents, the nearest first.
    private static func containers(of request: Resolution.Request) -> [(type: String, manager: ContainerManager)] {
        let containers =
            [(sourceName(of: Swift.type(of: request.container)), request.manager)]
            + request.manager.parents.map { (sourceName(of: Swift.type(of: $0.container)), $0.manager) }
        // Children that `child()` made have the type of their parent, so its name alone would be ambiguous.
        return containers.enumerated().map { index, container in
            let parents = containers[(index + 1)...].count { $0.0 == container.0 }
            return (String(repeating: "a child of ", count: parents) + container.0, container.1)
        }
    }
}

extension Resolution.Request {
    /// The scope that the declaration, its container or the container's parents have set for it.
    fileprivate var setScope: Scope? {
        // With a known scope, the request is not directed to the root.
        var (request, known) = (self, Scope?.some(.singleton))
        let (_, slot) = Resolution.prepare(&request, &known)
        return modification.modifiers(over: slot).scope
    }
}

/// The closures that containers have for a declaration.
private struct Closures {
    typealias Candidate = Explanation.Candidate
    typealias Replacement = (replacement: ObservedResolution.Replacement, container: Int)

    let observed: ObservedResolution
    /// The names of the containers, the nearest first.
    let containers: [String]
    /// The contexts that have closures, in order of precedence, and whether each applies. Of those that do, the first counts.
    let ofContexts: [(type: FactoryContextType, applies: Bool)]
    /// Those of each container, the nearest first.
    let replacements: [Replacement]

    private var winner: ClosureSource { observed.closureSource }

    var candidates: [Candidate] {
        let declaration = Candidate(
            source: .declaration,
            location: observed.dependency.location,
            reason: winner == .declaration ? nil : isReplaced
        )
        return replacing(.override, .override) + contexts + replacing(.registration, .registration) + [declaration]
    }

    /// Those of each kind in order of precedence: of the nearest container first, and last what `autoRegister()` set.
    private func replacing(_ kind: ObservedResolution.Replacement.Kind, _ source: ClosureSource) -> [Candidate] {
        let ofKind = replacements.filter { $0.replacement.kind == kind }
        return (ofKind.filter { !$0.replacement.isAutomatic } + ofKind.filter(\.replacement.isAutomatic)).map {
            let other = "is replaced by that \(placeOfWinner(butFor: $0.container))"
            return candidate($0, source, reason: winner == source ? other : isReplaced)
        }
    }

    private func candidate(_ replacement: Replacement, _ source: ClosureSource, reason: String) -> Candidate {
        let (replacement, container) = replacement
        let isUsed = ([observed.replacement] + observed.decorations).contains { $0?.number == replacement.number }
        let isIgnored = replacement.isAutomatic && container > 0
        return Candidate(
            source: source,
            location: replacement.call?.description,
            container: containers[container],
            isAutomatic: replacement.isAutomatic,
            reason: isUsed ? nil : isIgnored ? "does not count: a child runs its own `autoRegister()`" : reason
        )
    }

    private func placeOfWinner(butFor container: Int) -> String {
        guard let winner = replacements.first(where: { $0.replacement.number == observed.replacement?.number })
        else { return "of another container" }
        return winner.container == container ? "set outside `autoRegister()`" : "of \(containers[winner.container])"
    }

    private var contexts: [Candidate] {
        ofContexts.map { type, applies in
            let isUsed = winner == .context(type)
            let reason = applies ? isReplaced : "does not apply: \(type.reasonNotToApply)"
            return Candidate(source: .context(type), location: nil, reason: isUsed ? nil : reason)
        }
    }

    /// Those that do not apply, and then the others in order.
    var decorations: [Candidate] {
        let all = replacements.filter { $0.replacement.kind == .decoration }
        let numbers = observed.decorations.map(\.number)
        let applied = numbers.compactMap { number in all.first { $0.replacement.number == number } }
        let others = all.filter { !numbers.contains($0.replacement.number) }
        return (others + applied).map {
            candidate($0, .decoration, reason: "does not apply: the override was set after it, or in a child")
        }
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
    /// Sorts contexts in their order of precedence. Arguments that the program was not given come last among arguments.
    fileprivate func precedence(among arguments: [String]) -> (Int, Int, String) {
        switch self {
        case .arg(let argument): (0, arguments.firstIndex(of: argument) ?? arguments.count, argument)
        case .args: (0, arguments.count, "")
        case .environment(let name, _): (1, 0, name)
        case .preview: (2, 0, "")
        case .test: (3, 0, "")
        case .simulator, .device: (4, 0, "")
        case .debug: (5, 0, "")
        }
    }

    fileprivate var reasonNotToApply: String {
        switch self {
        case .arg, .args: "the program was not given this argument"
        case .environment: "the environment has no such variable with this value"
        case .preview: "this is not a preview"
        case .test: "this is not a test"
        case .simulator: "this is not a simulator"
        case .device: "this is a simulator"
        case .debug: "this is not a debug build"
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

import Wiring

extension ManagedContainer {
    /// A fault for each registration and each closure for a context of this container that can never make an instance,
    /// and for each override that a singleton cannot use.
    ///
    /// What `autoRegister()` sets may be replaced from outside, so that is no fault.
    ///
    /// - Parameter declared: The contexts that the checked declarations have closures for.
    func unusableReplacements(_ declared: [Declaration: [FactoryContextType]]) -> [WiringFault] {
        let replacements = manager.replacements
        let contexts = manager.contextsSetOutside
        let inherited = manager.parents.flatMap {
            $0.manager.replacements.filter { $0.kind == .override && !$0.isAutomatic }
        }
        let dependencies = (replacements.map(\.dependency) + contexts.map(\.dependency)).withoutDuplicates
        return dependencies.flatMap { dependency in
            UnusableReplacements(
                step: step(of: dependency),
                replacements: replacements.filter { $0.dependency == dependency },
                inherited: inherited.first { $0.dependency == dependency },
                contexts: contexts.filter { $0.dependency == dependency }.map { ($0.context, $0.isAutomatic) },
                declared: declared[dependency] ?? []
            )
            .faults
        }
    }

    /// A declaration of this container, as it stands in a path.
    func step(of declaration: Declaration) -> PathStep { PathStep(declaration, of: self, manager) }

    /// A fault for each override, registration and closure for a context of this child, and of its parents that are children,
    /// that a singleton cannot use.
    func replacementsUnusableForSingletons(in graph: DependencyGraph) -> [WiringFault] {
        let changes =
            manager.changesOfChild(of: type(of: self))
            + manager.parents.flatMap {
                $0.manager.changesOfChild(of: type(of: $0.container))
            }
        guard !changes.isEmpty else { return [] }
        func change(of node: DependencyGraph.Node) -> ChangeOfChild? {
            changes.first { $0.declaration == node.declaration && $0.container == node.container }
        }
        let paths = graph.pathsFromSingletons(through: { $0.lifetime != .process }, to: { change(of: $0) != nil })
        return paths.compactMap { path in
            let (singleton, node) = (path[0], path[path.count - 1])
            guard let change = change(of: node) else { return nil }
            let text = """
                \(singleton.title) is a singleton and cannot use \(change.noun) of \(node.title) that a child sets
                \(path.listing)\(change.place.map { "\n    \($0)" } ?? "")
                A singleton is built with what the root has. Make `\(singleton.name)` `.cached`, or replace `\(node.name)` in \
                the root.
                """
            return WiringFault(kind: .unusableReplacement, description: text)
        }
    }
}

/// What a child sets about a declaration instead of the root.
private struct ChangeOfChild {
    let declaration: Declaration
    /// The name of the container's type.
    let container: String
    /// What it is, as in `the override`.
    let noun: String
    /// Where it was set, if that is known.
    let place: String?
}

extension ContainerManager {
    /// What this container sets outside `autoRegister()`, if it is a child of its type.
    fileprivate func changesOfChild(of type: any Any.Type) -> [ChangeOfChild] {
        guard isChildOfSameType else { return [] }
        let replaced = replacements.filter { !$0.isAutomatic }.compactMap { replacement in
            replacement.change.map { change in
                ChangeOfChild(
                    declaration: replacement.dependency,
                    container: sourceName(of: type),
                    noun: "the \(change.noun)",
                    place: "\(change.verb) \(replacement.place)"
                )
            }
        }
        let ofContexts = contextsSetOutside.filter { !$0.isAutomatic }.map {
            ChangeOfChild(
                declaration: $0.dependency,
                container: sourceName(of: type),
                noun: $0.context.modifier,
                place: nil
            )
        }
        return replaced + ofContexts
    }
}

/// What one container sets about one declaration.
private struct UnusableReplacements {
    let step: PathStep
    let replacements: [ObservedResolution.Replacement]
    /// The override of the nearest parent that has one.
    let inherited: ObservedResolution.Replacement?
    /// The contexts with closures that were set outside the declaration.
    let contexts: [(type: FactoryContextType, isAutomatic: Bool)]
    /// The contexts that the declaration has closures for.
    let declared: [FactoryContextType]

    var faults: [WiringFault] { overridden + declaredAgain + maskedByDevices }

    /// What an override of the same container or of a parent takes precedence over.
    private var overridden: [WiringFault] {
        let overrides = replacements.filter { $0.kind == .override }
        let own = overrides.first { !$0.isAutomatic } ?? (inherited == nil ? overrides.first : nil)
        guard let override = own ?? inherited else { return [] }
        func isHidden(_ isAutomatic: Bool) -> Bool { override.isAutomatic || !isAutomatic }
        let place = "overridden \(override.place)\(own == nil ? ", in a parent" : "")"
        let advice = "An override always takes precedence over it. Remove one of the two."
        let registered = registrations.filter { isHidden($0.isAutomatic) }.map {
            fault("the registration of \(title)", ["registered \($0.place)", place], advice)
        }
        let ofContexts = contexts.filter { isHidden($0.isAutomatic) }.map {
            fault("\($0.type.modifier) of \(title)", [place], advice)
        }
        return registered + ofContexts
    }

    /// The closures from outside for contexts that the declaration has closures for.
    private var declaredAgain: [WiringFault] {
        contexts.filter { declared.contains($0.type) }.map {
            fault(
                "\($0.type.modifier) of \(title), which was set outside its declaration,",
                [],
                """
                The declaration has a closure for the same context, which takes precedence. \
                Override the dependency instead: `\(Advice(step).overriding)`.
                """
            )
        }
    }

    /// What closures for simulators and for devices together take precedence over.
    private var maskedByDevices: [WiringFault] {
        let all = declared + contexts.map(\.type)
        guard all.contains(.simulator), all.contains(.device) else { return [] }
        let advice =
            "Each run has a closure of `onSimulator` or of `onDevice`, which takes precedence over it. Remove one of them."
        let debug = all.contains(.debug) ? [fault("onDebug of \(title)", [], advice)] : []
        return registrations.map { fault("the registration of \(title)", ["registered \($0.place)"], advice) } + debug
    }

    private var title: String { step.description }

    private var registrations: [ObservedResolution.Replacement] { replacements.filter { $0.kind == .registration } }

    private func fault(_ subject: String, _ places: [String], _ advice: String) -> WiringFault {
        let lines = ["\(subject) can never win", [step].listing] + places.map { "      \($0)" } + [advice]
        let text = lines.joined(separator: "\n")
        return WiringFault(kind: .unusableReplacement, description: text)
    }
}

extension ObservedResolution.Replacement {
    /// Where it was set.
    fileprivate var place: String {
        (call.map { "at \($0)" } ?? "at an unknown place") + (isAutomatic ? ", in `autoRegister()`" : "")
    }

    /// What replaces the declaration's closure, if it does.
    fileprivate var change: (noun: String, verb: String)? {
        switch kind {
        case .override: ("override", "overridden")
        case .registration: ("registration", "registered")
        case .decoration, .contribution: nil
        }
    }
}

extension Array where Element: Hashable {
    /// Each element once, in order.
    var withoutDuplicates: Self {
        var known: Set<Element> = []
        return filter { known.insert($0).inserted }
    }
}

import Wiring
import WiringInspection

/// A modifier that was set outside a declaration, and that a resolution does not use, because something takes precedence over it.
struct IgnoredModifier {
    /// Identifies what was set.
    let identity: Identity
    let reason: Reason
    /// Whether it is for a context, so that an override would have its effect.
    let isForContext: Bool

    enum Reason {
        /// The declaration sets the same.
        case declaration
        /// An override, and where it was set.
        case override(CallSite?)
        /// The closure for another context.
        case context(String)
        /// The root, which a singleton belongs to. A child has set the modifier.
        case root
    }

    /// Identifies what a modifier sets: the address of a closure's code and that of its captures, or a scope, or a time to live.
    struct Identity: Equatable {
        /// What was set, as source code: `onTest`.
        let name: String
        private let words: [UInt64]

        private init(_ name: String, _ words: [UInt64]) { (self.name, self.words) = (name, words) }

        init(_ modifier: Modifier) {
            self.init(
                modifier.name,
                [
                    UInt64(modifier.closure?.function ?? 0),
                    modifier.closure?.context.map { UInt64(UInt(bitPattern: ObjectIdentifier($0))) } ?? 0,
                    modifier.timeToLive?.rawValue ?? 0,
                ]
            )
        }

        init(_ scope: Scope) { self.init("scope", [UInt64(UInt(bitPattern: ObjectIdentifier(scope)))]) }
    }
}

extension SetDespiteDeclaration {
    /// Whether the declaration takes precedence: a factory value's own modifiers are those of the declaration.
    fileprivate func isIgnored(by own: Modifiers) -> Bool {
        switch self {
        case .scope(_, let declared): own.scope === declared
        case .timeToLive(_, let declared): own.timeToLive == declared
        }
    }

    fileprivate var identity: IgnoredModifier.Identity {
        switch self {
        case .scope(let scope, _): .init(scope)
        case .timeToLive(let timeToLive, _): .init(Modifier(timeToLive))
        }
    }
}

extension SlotState.Layer {
    /// Identifies the modifiers that it sets, apart from what `autoRegister()` set.
    var modifierIdentities: [IgnoredModifier.Identity] {
        modifiers.withClosures.map { IgnoredModifier.Identity($0) } + setDespiteDeclaration.map(\.identity)
    }
}

extension Resolution {
    /// What was set outside the declaration and is not used here.
    var ignoredModifiers: [IgnoredModifier] {
        let ofChild = hooksOfChild.map { IgnoredModifier(identity: .init($0), reason: .root, isForContext: false) }
        guard let slot = state, !slot.explicit.modifierIdentities.isEmpty else { return ofChild }
        let (explicit, plan) = (slot.explicit, Plan(for: request, slot))
        let own = request.modification.modifiers ?? Modifiers()
        let replaced = explicit.setDespiteDeclaration.filter { $0.isIgnored(by: own) }
        return ofChild
            + replaced.map { IgnoredModifier(identity: $0.identity, reason: .declaration, isForContext: false) }
            + explicit.modifiers.withClosures.compactMap { modifier in
                reason(for: modifier, own, plan).map {
                    IgnoredModifier(identity: .init(modifier), reason: $0, isForContext: modifier.context != nil)
                }
            }
    }

    /// The contexts that have closures, without those of which only a closure from outside the declaration is excluded.
    func contexts(without isExcluded: (IgnoredModifier.Identity) -> Bool) -> [FactoryContextType] {
        let outside = state?.explicit.modifiers.withClosures.filter { isExcluded(.init($0)) }.map(\.context) ?? []
        let declared = request.modification.modifiers?.contexts ?? []
        return modifiers.contexts.filter { declared.contains($0) || !outside.contains($0) }
    }

    /// Why a modifier from outside is not used; `nil` if it is used, or does not apply in this context.
    private func reason(for modifier: Modifier, _ own: Modifiers, _ plan: Plan) -> IgnoredModifier.Reason? {
        if let context = modifier.context {
            guard request.manager.context.selected(among: [context]) == context else { return nil }
            if case .replacement(let replacement, .override) = plan.source { return .override(replacement.call) }
            if case .context(_, let chosen) = plan.source, chosen != context { return .context(chosen.modifier) }
        }
        guard let declared = own.withClosures.first(where: { modifier.isReplaced(by: $0) }) else { return nil }
        return IgnoredModifier.Identity(declared) == IgnoredModifier.Identity(modifier) ? nil : .declaration
    }
}

extension Modifier {
    /// The modifier as source code, without what it takes.
    fileprivate var name: String {
        switch kind {
        case .input, .preview, .test, .debug, .simulator, .device: context?.modifier ?? "context"
        case .start: "onStart"
        case .run: "onRun"
        case .stop: "onStop"
        case .decorator, .decoratorOfNew: "onResolve"
        case .timeToLive: "timeToLive"
        }
    }
}

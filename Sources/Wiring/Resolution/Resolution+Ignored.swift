extension Resolution {
    /// What was set outside the declaration and is not used here.
    func ignoredModifiers(_ slot: SlotState?, _ plan: Plan) -> [IgnoredModifier] {
        guard let explicit = slot?.explicit else { return [] }
        let own = request.modification.modifiers ?? Modifiers()
        return explicit.setDespiteDeclaration.compactMap { $0.ignored(by: own) }
            + explicit.modifiers.withClosures.compactMap { modifier in
                reason(for: modifier, own, plan).map {
                    IgnoredModifier(
                        name: modifier.name,
                        reason: $0,
                        isForContext: modifier.context != nil,
                        identity: .init(modifier)
                    )
                }
            }
    }

    /// Why a modifier from outside is not used; `nil` if it is used, or does not apply in this context.
    private func reason(for modifier: Modifier, _ own: Modifiers, _ plan: Plan) -> IgnoredModifier.Reason? {
        if let context = modifier.context {
            guard request.manager.context.selected(among: [context]) == context else { return nil }
            if case .override(let replacement) = plan.source { return .override(replacement.call) }
            if case .context(_, let chosen) = plan.source, chosen != context { return .context(chosen.modifier) }
        }
        guard let declared = own.withClosures.first(where: { modifier.isReplaced(by: $0) }) else { return nil }
        return IgnoredModifier.Identity(declared) == IgnoredModifier.Identity(modifier) ? nil : .declaration
    }
}

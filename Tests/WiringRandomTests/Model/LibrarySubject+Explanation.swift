import Wiring
import WiringInspection

extension LibrarySubject {
    /// Resolves a factory, and notes if its explanation said something else.
    func resolveAsExplained(_ factory: any ErasedFactory, _ parameter: Int) -> Thing? {
        let explanation = factory.explanation
        let first = events.count
        let thing = factory.resolve(parameter)
        let new = events[first...]
        let recipe = new.lazy.compactMap(\.recipe).last
        // Those of other instances precede.
        let decorations = new.reversed().prefix { $0.recipe == nil }.compactMap(\.decoration)
        let hasFailed = thing == nil && program.declarations[factory.declaration].effect != .none
        let fault =
            fault(of: explanation, factory.declaration, recipe)
            ?? (hasFailed ? nil : fault(of: explanation, decorations.reversed()))
            ?? (hasFailed ? nil : faultOfDecorator(explanation, new.reversed().prefix { !$0.isOfConstruction }))
        if let fault { note(.explainedWrongly(fault)) }
        return thing
    }

    /// What is wrong about the decorator in an explanation.
    ///
    /// - Parameter events: Those since the instance was made, or found.
    private func faultOfDecorator(_ explanation: Explanation, _ events: [Event]) -> String? {
        let seen = events.compactMap { event -> String? in
            guard case .decorated(_, by: _, isNew: let isNew) = event else { return nil }
            return isNew == nil ? "the container's" : "the factory's"
        }
        return seen == [explanation.decorator].compactMap(\.self) ? nil : "\(seen) has seen it, but:\n\(explanation)"
    }

    /// What is wrong about the decorations in an explanation.
    private func fault(of explanation: Explanation, _ decorations: [Int]) -> String? {
        if case .none = explanation.instance {
            let expected = explanation.decorations.filter(\.isUsed)
            let isRight =
                expected.count == decorations.count
                && zip(expected, decorations).allSatisfy { $0.location?.hasSuffix(":\(Recipe.line($1))") ?? false }
            return isRight ? nil : "\(decorations) have decorated, but:\n\(explanation)"
        }
        return nil
    }

    /// What is wrong about an explanation.
    ///
    /// - Parameter recipe: The closure that made the instance; `nil` if none did.
    private func fault(of explanation: Explanation, _ declaration: Int, _ recipe: Int?) -> String? {
        // An instance that is kept for another parameter is not explained.
        switch explanation.instance {
        case .kept: return recipe.map { "closure \($0) ran, but:\n\(explanation)" }
        case .underConstruction, .keptForParameters: return nil
        case .none: break
        }
        guard explanation.candidates.count(where: \.isUsed) == 1, let winner = explanation.winner else {
            return "not one closure wins:\n\(explanation)"
        }
        let expected: Recipe? =
            switch winner.source {
            case .declaration:
                program.declarations[declaration].product == .promised
                    ? nil : program.declarations[declaration].recipe
            case .override, .registration, .context, .decoration: recipe.flatMap { Recipe(number: $0) }
            }
        guard expected?.number == recipe else { return "closure \(recipe ?? 0) ran, but:\n\(explanation)" }
        let isRight =
            switch winner.source {
            case .declaration: true
            case .context(let type): recipe.flatMap { contexts[$0] } == type
            case .override, .registration, .decoration:
                recipe.flatMap { winner.location?.hasSuffix(":\(Recipe.line($0))") } ?? false
            }
        return isRight ? nil : "closure \(recipe ?? 0) ran, but:\n\(explanation)"
    }
}

extension Recipe {
    /// The line that a closure is registered at, or a decoration set, which identifies it.
    static func line(_ number: Int) -> UInt { UInt(number + 1) }

    var line: UInt { Self.line(number) }
}

extension Event {
    /// The closure that made an instance.
    fileprivate var recipe: Int? {
        if case .made(_, by: let recipe, parameter: _, of: _) = self { recipe } else { nil }
    }

    /// Whether it precedes the end of a construction.
    fileprivate var isOfConstruction: Bool { recipe != nil || decoration != nil }

    /// The closure that has decorated an instance.
    fileprivate var decoration: Int? {
        if case .wrapped(_, by: let decoration, inner: _) = self { decoration } else { nil }
    }
}

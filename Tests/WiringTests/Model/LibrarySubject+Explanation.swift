import Wiring
import WiringInspection

extension LibrarySubject {
    /// Resolves a factory, and notes if its explanation said something else.
    func resolveAsExplained(_ factory: any ErasedFactory, _ parameter: Int) -> Thing? {
        let explanation = factory.explanation
        let first = events.count
        let thing = factory.resolve(parameter)
        let recipe = events[first...].lazy.compactMap(\.recipe).last
        if let fault = fault(of: explanation, factory.declaration, recipe) { note(.explainedWrongly(fault)) }
        return thing
    }

    /// What is wrong about an explanation.
    ///
    /// - Parameter recipe: The closure that made the instance; `nil` if none did.
    private func fault(of explanation: Explanation, _ declaration: Int, _ recipe: Int?) -> String? {
        // An instance that is kept for this resolution, or for another parameter, is not explained.
        switch explanation.instance {
        case .kept: return recipe.map { "closure \($0) ran, but:\n\(explanation)" }
        case .underConstruction, .keptForParameters: return nil
        case .none: if explanation.scope == "graph" { return nil }
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
                recipe.flatMap { winner.location?.hasSuffix(":\($0 + Recipe.firstLine)") } ?? false
            }
        return isRight ? nil : "closure \(recipe ?? 0) ran, but:\n\(explanation)"
    }
}

extension Recipe {
    fileprivate static let firstLine = 1

    /// The line that a closure is registered at, which identifies it.
    var line: UInt { UInt(number + Self.firstLine) }
}

extension Event {
    /// The closure that made an instance.
    fileprivate var recipe: Int? {
        if case .made(_, by: let recipe, parameter: _, of: _) = self { recipe } else { nil }
    }
}

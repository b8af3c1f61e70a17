/// One step of the way that led to a resolution, kept as text for an error.
struct PathStep: Sendable {
    let declaration: Declaration
    /// The container it was asked of, by its type's name.
    let container: String

    var description: String {
        let name = "\(container).\(declaration.site.key)"
        return declaration == .autoRegistration ? name : "\(name)<\(declaration.product)>"
    }
}

extension [PathStep] {
    /// The steps one below the other, each with the place of its declaration.
    var listing: String {
        enumerated().map { index, step in
            "    \(index == 0 ? "  " : "→ ")\(step.description)  \(step.declaration.site.location)"
        }.joined(separator: "\n")
    }
}

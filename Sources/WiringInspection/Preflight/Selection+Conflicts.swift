import Wiring

extension [Selection] {
    /// A fault for each launch argument or variable that declarations of several modules have closures for.
    ///
    /// Within a module, one argument may select several closures on purpose.
    var conflicts: [WiringFault] {
        let ofText = Dictionary(grouping: self) { $0.text }
        return ofText.sorted { $0.key < $1.key }.compactMap { text, selections in
            let declarations = Set(selections.map(\.declaration)).sorted { $0.location < $1.location }
            guard Set(declarations.map(\.module)).count > 1 else { return nil }
            let listing = declarations.map { "      \($0.key)<\($0.product)>  \($0.location)" }.joined(separator: "\n")
            let kind = selections[0].type.isVariable ? "variable" : "argument"
            let description = """
                the \(kind) '\(text)' selects closures in several modules
                \(listing)
                A program that passes it for one module also replaces closures of the others. Use a different \(kind) in \
                each module.
                """
            return WiringFault(kind: .ambiguousArgument, description: description)
        }
    }
}

/// The name of a type as code elsewhere writes it: with the types that it is nested in, and without modules.
package func sourceName(of type: any Any.Type) -> String {
    var (rest, name, word) = (Substring(String(reflecting: type)), "", "")
    // The first word of a path is the module.
    var isModule = true
    while let character = rest.first {
        if let unnamed = ["(unknown context at ", "(extension in "].first(where: { rest.hasPrefix($0) }) {
            // A private type is in an unknown context of its module.
            let end = rest.firstIndex(of: ")") ?? rest.index(before: rest.endIndex)
            rest = rest[rest.index(end, offsetBy: min(2, rest.distance(from: end, to: rest.endIndex)))...]
            isModule = unnamed != "(unknown context at "
            continue
        }
        rest.removeFirst()
        if character.isLetter || character.isNumber || "_$`".contains(character) {
            word.append(character)
        } else {
            if character != "." {
                name += word + String(character)
                isModule = character != ">"
            } else if word.isEmpty || !isModule {
                name += word + "."
            } else {
                isModule = false
            }
            word = ""
        }
    }
    return name + word
}

extension String {
    /// What follows the last separator; all, if there is none.
    func suffix(after separator: Character) -> Substring {
        self[(lastIndex(of: separator).map(index(after:)) ?? startIndex)...]
    }
}

/// One step of the path that leads to a resolution: a declaration, and the container that it is resolved from, which is not retained.
@usableFromInline
package struct PathStep: Sendable {
    package let declaration: Declaration
    package let containerType: AnyObject.Type
    /// The container's number, which is never reused. Its address could be.
    package let containerNumber: UInt64

    /// - Parameters:
    ///   - container: The container's type.
    ///   - number: The container's number.
    @inline(__always)
    package init(declaration: Declaration, container: AnyObject.Type, number: UInt64) {
        self.declaration = declaration
        (containerType, containerNumber) = (container, number)
    }

    /// The name of the container's type. Most steps are never printed.
    package var container: String { sourceName(of: containerType) }

    /// The name of the declaration.
    var key: String { declaration.key }

    package var description: String {
        let name = "\(container).\(key)"
        return declaration.isOfDependency ? "\(name)<\(declaration.product)>" : name
    }
}

extension [PathStep] {
    /// The last step of a path, which is never empty.
    package var end: PathStep { self[endIndex - 1] }

    /// The steps, one on each line, with the places of their declarations.
    package var listing: String {
        enumerated().map { index, step in
            let location = step.declaration.site.location
            return "    \(index == 0 ? "  " : "→ ")\(step.description)\(location.isEmpty ? "" : "  \(location)")"
        }.joined(separator: "\n")
    }
}

/// Where a resolved instance came from. The raw value is its letter in a trace.
package enum InstanceOrigin: Character, Sendable {
    /// The closure of a context, such as a launch argument.
    case context = "O"
    /// An override or a registered closure.
    case replacement = "R"
    /// The declaration's closure.
    case declaration = "F"
    /// The scope kept it, or another caller was building it: no closure ran.
    case scope = "C"
}

/// The name of a type as code elsewhere writes it: with the types that it is nested in, and without modules.
package func sourceName(of type: any Any.Type) -> String {
    var (rest, name, word) = (Substring(String(reflecting: type)), "", "")
    // The first word of a path is the module. A raw identifier, between backticks, is one word.
    var (isModule, isRaw) = (true, false)
    while let character = rest.first {
        if let unnamed = ["(unknown context at ", "(extension in "].first(where: { rest.hasPrefix($0) }) {
            // A private type is in an unknown context of its module.
            let end = rest.firstIndex(of: ")") ?? rest.index(before: rest.endIndex)
            rest = rest[rest.index(end, offsetBy: min(2, rest.distance(from: end, to: rest.endIndex)))...]
            isModule = unnamed != "(unknown context at "
            continue
        }
        rest.removeFirst()
        if character == "\u{60}" { isRaw.toggle() }
        if isRaw || character.isLetter || character.isNumber || "_$\u{60}".contains(character) {
            // The spaces of a raw identifier are given as ones that do not break.
            word.append(character == "\u{A0}" ? " " : character)
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

// The linker keeps what a module contains, so a release build of Wiring, which needs none of this, does not compile it.

extension Sequence<String> {
    /// Returns the name whose spelling is nearest to that of an unknown name, to suggest it in a message.
    ///
    /// ```swift
    /// ["networking", "session"].nearest(to: "netwroking")  // "networking"
    /// ```
    /// For each name, it takes time in proportion to the product of the two lengths.
    ///
    /// - Parameters:
    ///   - name: The unknown name.
    ///   - limit: How many letters may differ, at most.
    /// - Returns: The name with the fewest differences, and of several the first in alphabetical order; `nil` if more
    ///   than a third of the letters differ, or more than the limit.
    @export(implementation)
    package func nearest(to name: String, limit: Int = .max) -> String? {
        let candidates = sorted().map { (name: $0, distance: name.distance(to: $0)) }
        guard let nearest = candidates.min(by: { $0.distance < $1.distance }) else { return nil }
        let most = Swift.min(Swift.max(name.count, nearest.name.count) / 3, limit)
        return nearest.distance <= most ? nearest.name : nil
    }
}

extension String {
    /// The number of letters to insert, remove, replace or swap with their neighbors, regardless of case.
    @export(implementation)
    package func distance(to other: String) -> Int {
        let (mine, others) = (Array(lowercased()), Array(other.lowercased()))
        var rows = [Array(0...others.count)]
        for row in mine.indices {
            var next = [row + 1]
            for column in others.indices {
                let replaced = rows[row][column] + (mine[row] == others[column] ? 0 : 1)
                var distance = Swift.min(rows[row][column + 1] + 1, next[column] + 1, replaced)
                if row > 0, column > 0, mine[row] == others[column - 1], mine[row - 1] == others[column] {
                    distance = Swift.min(distance, rows[row - 1][column - 1] + 1)
                }
                next.append(distance)
            }
            rows.append(next)
        }
        return rows[mine.count][others.count]
    }
}

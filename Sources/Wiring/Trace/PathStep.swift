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
        return declaration == .autoRegistration ? name : "\(name)<\(declaration.product)>"
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

import Wiring

extension Explanation: CustomStringConvertible {
    /// The explanation on several lines.
    @_documentation(visibility: internal)
    public var description: String {
        var lines = ["\(step.description), declared at \(step.declaration.location)"]
        if isResolvedFromRoot { lines.append("resolved from the root, because it is a singleton") }
        if containers.count > 1 { lines.append("looked up in \(containers.joined(separator: ", then "))") }
        lines.append("closures, in order of precedence:")
        lines += Self.table(
            candidates,
            used: isUnkeptPromise ? "was promised, but nothing is registered: a resolution stops the program" : "wins"
        )
        if !decorations.isEmpty {
            lines.append("decorations, in order:")
            lines += Self.table(decorations, used: "applies")
        }
        if let needs, winner?.source == .declaration {
            lines.append("the declaration needs: \(needs.joined(separator: ", "))")
        }
        lines.append("scope: \(scope), \(scopeOrigin.text)\(isPerParameter ? ", an instance for each parameter" : "")")
        if let timeToLive {
            lines.append("time to live: \(timeToLive) after \(isSliding ? "its last use" : "it was built")")
        }
        lines.append("instance: \(instance.text)")
        if !hooks.isEmpty { lines.append("hooks: \(hooks.map(\.rawValue).joined(separator: ", "))") }
        if let decorator { lines.append("decorator: \(decorator)") }
        return lines.joined(separator: "\n")
    }

    private static func table(_ candidates: [Candidate], used: String) -> [String] {
        let rows = candidates.map { [$0.source.text, $0.place, $0.reason ?? used] }
        let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            "    " + zip(row, widths).map { $0.padded(to: $1) }.joined(separator: "  ") + "  \(row[2])"
        }
    }
}

extension Explanation.Candidate {
    fileprivate var place: String {
        let parts = [location, isAutomatic ? "autoRegister()" : nil].compactMap { $0 }
        return (container.map { ["\($0):"] + parts } ?? parts).joined(separator: " ")
    }
}

extension Explanation.ScopeOrigin {
    fileprivate var text: String {
        switch self {
        case .declaration: "set by the declaration"
        case .container: "set in the container"
        case .defaultScope: "the container's default scope"
        case .child: "because this child replaces a singleton"
        case .nothing: "because nothing sets a scope"
        }
    }
}

extension Explanation.Instance {
    fileprivate var text: String {
        switch self {
        case .none: "none"
        case .underConstruction: "under construction"
        case .kept(nil): "kept, so no closure is called"
        case .kept(let age?): "kept, \(age) into its time to live, so no closure is called"
        case .keptForParameters(let count): "kept for \(count) \(count == 1 ? "parameter" : "parameters")"
        }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

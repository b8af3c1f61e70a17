import Wiring

extension DependencyGraph {
    /// The property by which a drawing groups its nodes.
    public enum Cluster: Sendable {
        /// The container's type.
        case container
        /// The module that declares a dependency.
        case module
        /// The scope.
        case scope
    }

    /// The graph for people: a line for each node, with its scope and its place, and below it what it needs, as far as
    /// that is known.
    public var text: String {
        let needs = Dictionary(grouping: edges, by: \.dependent)
        return nodes.indices.map { index in
            let lines = (needs[index] ?? []).map { "    → \(nodes[$0.dependency].title)\n" }
            let unknown = nodes[index].hasUnknownNeeds ? "    → unknown until its closure runs\n" : ""
            return "\(nodes[index])\n\(lines.joined())\(unknown)"
        }.joined()
    }

    /// Returns a flowchart for Mermaid, which GitHub draws.
    ///
    /// The text has no line numbers. Compare it with a committed file to notice a change of the wiring.
    ///
    /// - Parameter cluster: What to group the nodes by, with a frame around each group; `nil` for no frames.
    public func mermaid(clusteredBy cluster: Cluster? = nil) -> String {
        let (names, labels) = (identifiers, labels)
        func escaped(_ text: String) -> String {
            text.replacing(["\"": "#quot;", "#": "#35;", "&": "#amp;", "<": "#lt;", ">": "#gt;", "`": "#96;"])
        }
        var lines = ["flowchart LR"]
        lines += clustered(by: cluster) { number, name in
            "subgraph cluster_\(number)[\"\(escaped(name))\"]"
        } end: {
            "end"
        } node: { node in
            "\(names[node])[\"\(escaped(labels[node]))<br/>\(escaped(nodes[node].caption))\"]"
        }
        lines += edges.map { "    \(names[$0.dependent]) --> \(names[$0.dependency])" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns a drawing for Graphviz.
    ///
    /// The text has no line numbers. Compare it with a committed file to notice a change of the wiring.
    ///
    /// - Parameter cluster: What to group the nodes by, with a frame around each group; `nil` for no frames.
    public func dot(clusteredBy cluster: Cluster? = nil) -> String {
        let (names, labels) = (identifiers, labels)
        func quoted(_ text: String) -> String {
            "\"" + text.replacing(["\"": "\\\"", "\\": "\\\\"]) + "\""
        }
        var lines = ["digraph wiring {", "    rankdir=LR", "    node [shape=box, style=rounded]"]
        lines += clustered(by: cluster) { number, name in
            "subgraph cluster_\(number) { label=\(quoted(name))"
        } end: {
            "}"
        } node: { node in
            // A backslash and an n break the line of a label.
            let label = quoted(labels[node]).dropLast() + "\\n" + quoted(nodes[node].caption).dropFirst()
            return "\(names[node]) [label=\(label)]"
        }
        lines += edges.map { "    \(names[$0.dependent]) -> \(names[$0.dependency])" }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// The lines of the nodes, within the lines of their clusters.
    private func clustered(
        by cluster: Cluster?,
        begin: (_ number: Int, _ name: String) -> String,
        end: () -> String,
        node: (_ node: Int) -> String
    ) -> [String] {
        guard let cluster else { return nodes.indices.map { "    \(node($0))" } }
        let groups = Dictionary(grouping: nodes.indices) { nodes[$0].name(of: cluster) }
        return groups.sorted { $0.key < $1.key }.enumerated().flatMap { number, group in
            ["    \(begin(number, group.key))"] + group.value.map { "        \(node($0))" } + ["    \(end())"]
        }
    }

    /// The container and the name of each node. If several nodes share them, the type follows, and the file if they share the type, too.
    /// A part of a collection has the name of the collection, and the file that contributes it.
    private var labels: [String] {
        let declared = nodes.filter { !$0.isContributed }
        let types = Dictionary(grouping: declared, by: \.label)
        let files = Dictionary(grouping: declared, by: \.title).mapValues { Set($0.map(\.declaration.fileID)) }
        return nodes.map { node in
            guard !node.isContributed else { return "\(node.label) in \(node.declaration.fileID)" }
            guard types[node.label, default: []].count > 1 else { return node.label }
            let isInSeveralFiles = files[node.title, default: []].count > 1
            return isInSeveralFiles ? "\(node.title) in \(node.declaration.fileID)" : node.title
        }
    }

    /// A name of letters, digits and underscores for each node.
    private var identifiers: [String] {
        var used: Set<String> = []
        // The last number after each name, so that many nodes with the same name take linear time.
        var numbers: [String: Int] = [:]
        return nodes.map { node in
            let name = String(node.label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            var unique = name
            while !used.insert(unique).inserted {
                numbers[name, default: 1] += 1
                unique = "\(name)_\(numbers[name, default: 1])"
            }
            return unique
        }
    }
}

extension DependencyGraph: CustomStringConvertible {
    /// The ``text``.
    @_documentation(visibility: internal)
    public var description: String { text }
}

extension DependencyGraph.Node: CustomStringConvertible {
    /// The container, the name and the type, the scope and the place, in one line.
    @_documentation(visibility: internal)
    public var description: String { "\(title)  \(caption)  \(location)" }
}

extension DependencyGraph.Node {
    /// The container and the name.
    fileprivate var label: String { "\(container).\(name)\(isInChild ? " in a child" : "")" }

    /// Whether a part of a collection was contributed here.
    fileprivate var isContributed: Bool { replacement == "contribution" }

    /// The scope, and what replaces the declaration.
    fileprivate var caption: String {
        (scope ?? "not recorded") + (replacement.map { ", \($0)" } ?? "")
    }

    fileprivate func name(of cluster: DependencyGraph.Cluster) -> String {
        switch cluster {
        case .container: isInChild ? "children of \(container)" : container
        case .module: declaration.module
        case .scope: scope ?? "not recorded"
        }
    }
}

extension String {
    /// Replaces characters, for example by what stands for them in another language, also before marks that combine with them.
    func replacing(_ replacements: [Unicode.Scalar: String]) -> String {
        unicodeScalars.map { replacements[$0] ?? String($0) }.joined()
    }
}

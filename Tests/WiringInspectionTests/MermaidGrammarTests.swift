import Testing
import Wiring
import WiringInspection

extension Container {
    fileprivate var end: Factory<Service> {
        self {
            _ = (self.`class`(), self.`a "quoted" <name> #1`(), self.`with [brackets] | {braces}`(), self.`"̈ & #️⃣`())
            return self.Größe()
        }
    }
    fileprivate var `class`: Factory<Service> { self { Service() }.cached }
    fileprivate var `a "quoted" <name> #1`: Factory<Service> { self { Service() } }
    fileprivate var `with [brackets] | {braces}`: Factory<Service> { self { self.`class`() }.onTest { self.end2() } }
    fileprivate var Größe: Factory<Service> { self { Service() } }
    /// A quotation mark and a number sign with marks that combine with them.
    fileprivate var `"̈ & #️⃣`: Factory<Service> { self { Service() } }
    fileprivate var end2: Factory<Service> { self { Service() }.onArg("\"#") { Service() } }
}

/// A name that is a keyword of Mermaid.
private final class subgraph: ManagedContainer {
    let manager = ContainerManager()
    var style: Factory<Service> { self { Container().end() } }
}

/// The drawings consist of the statements of Mermaid's flowchart grammar, `flow.jison` of version 11.14, that these expressions describe.
@Suite struct MermaidGrammarTests {
    /// A `NODE_STRING` that is no keyword.
    private static let id =
        #"(?!(?:graph|flowchart|subgraph|end|style|linkStyle|classDef|class|click|call|href|default|interpolate|v)\b)[A-Za-z][A-Za-z0-9_]*"#
    /// A `STR`, which is no `MD_STR`. It has characters of HTML and number signs only as Mermaid's entities.
    private static let text = ##""(?!`)(?:[^"#&<>`\n]|#(?:quot|amp|lt|gt|35|96);|<br/>)+""##

    private let statements = [
        #"^flowchart LR$"#,
        #"^ +subgraph \#(Self.id)\[\#(Self.text)\]$"#,
        #"^ +end$"#,
        #"^ +\#(Self.id)\[\#(Self.text)\]$"#,
        #"^ +\#(Self.id) --> \#(Self.id)$"#,
    ]

    @Test(arguments: [nil, .container, .module, .scope] as [DependencyGraph.Cluster?])
    func eachLineIsAStatement(cluster: DependencyGraph.Cluster?) throws {
        let container = subgraph()
        let inner = Container()
        let recorded = graph(of: container, inner) { _ = (container.style(), inner.end()) }
        let lines = recorded.mermaid(clusteredBy: cluster).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.last == "")
        let kinds = try lines.dropLast().map { line in
            try statements.firstIndex { try Regex($0).matchingSemantics(.unicodeScalar).wholeMatch(in: line) != nil }
        }
        for (line, kind) in zip(lines, kinds) where kind == nil { Issue.record("no statement of Mermaid: \(line)") }
        #expect(kinds.first == 0 && kinds.filter { $0 == 0 }.count == 1)
        #expect(kinds.filter { $0 == 1 }.count == kinds.filter { $0 == 2 }.count)
        #expect(kinds.filter { $0 == 3 }.count == recorded.nodes.count)
        #expect(kinds.filter { $0 == 4 }.count == recorded.edges.count)
    }

    @Test func aQuotationMarkIsEscapedBeforeAMark() {
        let container = Container()
        let metrics = ContainerMetrics(of: container)
        let recorded = graph(of: container) { _ = container.`"̈ & #️⃣`() }
        #expect(recorded.dot().unicodeScalars.contains("[label=\"Container.\\\"\u{308} & ".unicodeScalars))
        #expect(recorded.mermaid().unicodeScalars.contains("[\"Container.#quot;\u{308} #amp; #35;".unicodeScalars))
        #expect(metrics.prometheusText.unicodeScalars.contains("dependency=\"\\\"\u{308} & ".unicodeScalars))
    }
}

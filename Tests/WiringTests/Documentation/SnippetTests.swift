import Foundation
import Testing

/// Checks that the Swift code of the guides and of the doc comments also stands in the files beside this one, where it is
/// compiled and run, in a fixture, or in the demo and its tests.
@Suite struct SnippetTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
    private static let root = directory.appending(path: "../../..").standardized

    /// README.md, the page for coding assistants, and each article that has Swift code.
    private static let guides =
        [root.appending(path: "README.md"), root.appending(path: ".agents/skills/wiring/SKILL.md")]
        + files("Documentation.docc", "md").filter { (try? text(of: $0))?.contains("```swift") == true }

    /// The source files whose doc comments have Swift code.
    private static let sources = ["Sources/Wiring", "Sources/WiringFoundation", "Sources/WiringTesting"]
        .flatMap { files($0, "swift") }
        .filter { (try? text(of: $0))?.contains("/// ```swift") == true }

    @Test func documentsWithSnippetsAreFound() {
        let names = Set((Self.guides + Self.sources).map(\.lastPathComponent))
        #expect(
            names.isSuperset(of: [
                "README.md", "SKILL.md",
                "Wiring.md", "GettingStarted.md", "MovingFromFactory.md", "MovingFromSwiftDependencies.md",
                "ReplacingDependenciesInTests.md", "ControllingValues.md", "TestingAsynchronousStreams.md",
                "Factory.swift", "Scope.swift", "ContainerTrait.swift", "TestClock.swift",
            ])
        )
    }

    @Test(arguments: guides)
    func snippetsOfGuidesAreCompiled(_ guide: URL) throws {
        let snippets = Self.snippets(in: try Self.text(of: guide))
            .filter { $0.first?.hasPrefix("// swift-tools-version") != true }
        try Self.expect(snippets.map(Self.withoutImports), inFilesOf: guide)
    }

    /// An empty line in an example of a doc comment separates parts that cannot be compiled together: declarations and
    /// statements.
    @Test(arguments: sources)
    func snippetsOfDocCommentsAreCompiled(_ source: URL) throws {
        let comments = try Self.text(of: source).components(separatedBy: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .map { $0.hasPrefix("///") ? String($0.dropFirst($0.hasPrefix("/// ") ? 4 : 3)) : "" }
        let snippets = Self.snippets(in: comments.joined(separator: "\n"))
        try Self.expect(snippets.flatMap { $0.split(separator: "").map(Array.init) }, inFilesOf: source)
    }

    private static func expect(_ snippets: [[String]], inFilesOf document: URL) throws {
        #expect(!snippets.isEmpty, "no Swift code in \(document.lastPathComponent)")
        let folders = [
            "Tests/WiringTests/Documentation", "Tests/WiringFoundationTests/Documentation", "Tests/WiringFixtures",
            "Tests/SwiftUIStubs", "Tests/WiringDemoTests", "Sources/WiringDemo",
        ]
        let compiled = try folders.flatMap { files($0, "swift") }
            .filter { $0.lastPathComponent != "SnippetTests.swift" }
            .map { withoutImports(lines(of: try text(of: $0))) }
        for snippet in snippets.map({ $0.filter { !$0.isEmpty } }) {
            let text = snippet.joined(separator: "\n")
            #expect(!snippet.isEmpty, "an empty example in \(document.lastPathComponent)")
            #expect(compiled.contains { $0.contains(snippet) }, "not compiled: \(text)")
        }
    }

    /// The messages that *Diagnosing problems* explains are those of the library. A `…` stands for what differs.
    @Test func explainedMessagesExist() throws {
        let sources = try Self.files("Sources", "swift").map { try Self.text(of: $0) }
        let texts = sources.map { $0.replacingOccurrences(of: "\\\\\n *", with: "", options: .regularExpression) }
        let page = try Self.text(of: Self.root.appending(path: "Documentation.docc/DiagnosingProblems.md"))
        let rows = page.components(separatedBy: "### The compiler")[0].split(separator: "\n")
            .filter { $0.hasPrefix("| `") }
        #expect(rows.count > 20)
        for row in rows {
            let message = row.split(separator: "`")[1].components(separatedBy: "…")
            let parts = message.map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.count > 2 }
            #expect(texts.contains { text in parts.allSatisfy(text.contains) }, "no message of the library: \(row)")
        }
    }

    /// The Swift code blocks of a text, each with its lines.
    private static func snippets(in text: String) -> [[String]] {
        text.components(separatedBy: "\n```swift\n").dropFirst()
            .map { lines(of: $0.components(separatedBy: "\n```")[0]) }
    }

    /// The lines of a text without their indentation.
    private static func lines(of text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// The lines that are neither empty nor imports, which belong at the top of a file.
    private static func withoutImports(_ lines: [String]) -> [String] {
        lines.filter { line in
            !line.isEmpty && !["import ", "public import ", "@testable import "].contains { line.hasPrefix($0) }
        }
    }

    private static func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// The files below a folder with an extension, in the order of their paths.
    private static func files(_ folder: String, _ type: String) -> [URL] {
        let found = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
        return (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == type }.sorted { $0.path < $1.path }
    }
}

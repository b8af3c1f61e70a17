import Foundation
import Testing

/// Checks that all Swift code of the guides and of the doc comments is compiled: a file in a folder `Documentation` names the example,
/// or the example quotes the demo or its tests.
@Suite struct SnippetTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
    private static let root = directory.appending(path: "../../..").standardized

    /// README.md, the page for coding assistants, and each article that has Swift code.
    private static let guides =
        [root.appending(path: "README.md"), root.appending(path: ".agents/skills/wiring/SKILL.md")]
        + files("Documentation.docc", "md").filter { (try? text(of: $0))?.contains("```swift") == true }

    /// The source files whose doc comments have Swift code.
    private static let sources = [
        "Wiring", "WiringAsync", "WiringFoundation", "WiringInspection", "WiringLifecycle", "WiringModules",
        "WiringSwiftUI",
        "WiringTesting",
    ]
    .flatMap { files("Sources/\($0)", "swift") }
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
        let examples = try Example.all(in: guide)
        #expect(!examples.isEmpty)
        let others = try examples.filter { try !Self.isBuiltInAnEmptyFolder($0) }
        let uncompiled = try Self.uncompiled(others).filter { !$0[0].hasPrefix("// swift-tools-version") }
        #expect(uncompiled.isEmpty)
    }

    /// Except for those that only Apple's systems can compile.
    @Test(arguments: sources)
    func snippetsOfDocCommentsAreCompiled(_ source: URL) throws {
        let examples = try Example.all(in: source)
        #expect(!examples.isEmpty)
        let uncompiled = try Self.uncompiled(examples).filter { !$0[0].contains(/#Preview|OSSignposter/) }
        #expect(uncompiled.isEmpty)
    }

    @Test func aSnippetThatNoFileNamesIsNotCompiled() throws {
        let code = ["let container = Container()", "let nothing = container.names(\"this\")"]
        #expect(try Self.uncompiled([Example(document: Self.guides[0], line: 1, code: code)]) == [code])
    }

    /// Whether an example needs another package: a file of *Adopting Wiring in an application of many modules*, which `.ci/many-modules`
    /// builds, or one that `.ci/server` builds. That is a file of *Building a Hummingbird service from an empty folder* or of *Running a
    /// server*, the middleware for streamed bodies, or the server of README.md. The bridge to swift-dependencies is not built.
    private static func isBuiltInAnEmptyFolder(_ example: Example) throws -> Bool {
        if example.code.contains(where: { $0.contains("Router()") }), example.document.lastPathComponent == "README.md"
        {
            return true
        }
        if example.code.contains(where: { $0.hasPrefix("struct StreamingMiddleware") }) { return true }
        let introduction = try example.document.lines().prefix(example.line - 2).last { !$0.isEmpty }
        return switch example.document.lastPathComponent {
        case "BuildingAHummingbirdService.md", "RunningAServer.md":
            introduction?.contains(/`(Sources|Tests)\/[A-Za-z\/+]+\.swift`:$/) ?? false
        case "AdoptingInManyModules.md":
            introduction?.contains(/`(Sources|Tests)\/[A-Za-z\/+]+\.swift`:$/) ?? false
                || example.code.contains { $0.contains("DependencyValues") }
        default: false
        }
    }

    /// The lines of the examples that no compiled file contains.
    private static func uncompiled(_ examples: [Example]) throws -> [[String]] {
        let compiled = try compiled.get()
        return examples.map(\.lines).filter { lines in !compiled.contains { $0.contains(lines) } }
    }

    /// The lines of each compiled file that has examples, without empty ones and imports.
    private static let compiled = Result {
        let templates = try [
            "WiringDocumentationTests/Documentation", "WiringFoundationTests/Documentation",
            "WiringFixtures/Documentation", "MainActorFixtures/Documentation", "MainActorTests/Documentation",
            "SwiftUIStubs",
        ]
        .flatMap { files("Tests/\($0)", "swift") }
        .map { try Template(file: $0).completed(from: guides + sources) }
        let quoted = try ["Tests/WiringDemoTests", "Sources/WiringDemo"]
            .flatMap { files($0, "swift") }
            .map(text)
        return (templates + quoted).map { lines(of: $0) }
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

    private static func lines(of text: String) -> [String] {
        let ignored = ["import ", "public import ", "@testable import ", "#sourceLocation("]
        return text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { line in !line.isEmpty && !ignored.contains { line.hasPrefix($0) } }
    }

    private static func text(of file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

    /// The files below a folder with an extension, in the order of their paths.
    private static func files(_ folder: String, _ type: String) -> [URL] {
        let found = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
        return (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == type }.sorted { $0.path < $1.path }
    }
}

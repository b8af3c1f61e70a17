import Foundation
import Testing

/// The Swift code of the guides stands in `DocumentedExamples.swift`, where it is compiled and run.
@Suite struct SnippetTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()

    @Test(arguments: [
        "README.md", "Documentation.docc/Wiring.md", "Documentation.docc/GettingStarted.md",
        "Documentation.docc/MovingFromFactory.md", "Documentation.docc/Architecture.md",
    ])
    func areCompiled(_ guide: String) throws {
        let root = Self.directory.appending(path: "../../..")
        let guide = try String(contentsOf: root.appending(path: guide), encoding: .utf8)
        let compiled = try String(
            contentsOf: Self.directory.appending(path: "DocumentedExamples.swift"),
            encoding: .utf8
        )
        let lines = Self.lines(of: compiled)
        for snippet in Self.snippets(in: guide) {
            #expect(lines.contains(snippet), "not in DocumentedExamples.swift: \(snippet.joined(separator: "\n"))")
        }
    }

    /// The Swift code blocks of a guide that are not parts of a package's manifest.
    private static func snippets(in guide: String) -> [[String]] {
        guide.components(separatedBy: "\n```swift\n").dropFirst()
            .map { lines(of: $0.components(separatedBy: "\n```\n")[0]) }
            .filter { $0.first != "dependencies: [" }
    }

    /// The lines of a text without their indentation. Empty lines and imports are left out.
    private static func lines(of text: String) -> [String] {
        text.components(separatedBy: "\n")
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty && !$0.hasPrefix("import ") }
    }
}

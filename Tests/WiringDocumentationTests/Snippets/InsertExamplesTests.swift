import Foundation
import Testing

@Suite struct InsertExamplesTests {
    private let folder: URL
    private let article: URL
    private let source: URL

    init() throws {
        folder = URL.temporaryDirectory.appending(path: "examples \(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        article = folder.appending(path: "Article.md")
        source = folder.appending(path: "Source.swift")
        let text = """
            An article.

            ```swift
            import Wiring

            struct First {
                let name = ""
            }
            ```

            ```
            not Swift
            ```

            ```swift
            print(First())
            print(First().name)
            ```
            """
        try text.write(to: article, atomically: true, encoding: .utf8)
        let comment = """
            /// A type.
            ///
            /// ```swift
            /// struct Second {}
            ///
            /// let second = Second()
            /// ```
            struct Source {}
            """
        try comment.write(to: source, atomically: true, encoding: .utf8)
    }

    private func completed(_ text: String) throws -> String {
        let template = folder.appending(path: "Template.swift")
        try text.write(to: template, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try Template(file: template).completed(from: [article, source])
            .replacingOccurrences(of: folder.path, with: "folder")
    }

    private func faults(_ text: String) throws -> [String] {
        let faults = try #require(throws: Faults.self) { try completed(text) }
        return faults.lines.map { $0.replacingOccurrences(of: folder.path, with: "folder") }
    }

    @Test func anExampleStandsForItsComment() throws {
        let text = """
            // Article.md: struct First
            func test() {
                // Source.swift: let second
                // Article.md: print(First().name)
            }
            """
        let expected = """
            #sourceLocation(file: "folder/Template.swift", line: 1)
            #sourceLocation(file: "folder/Article.md", line: 4)


            struct First {
                let name = ""
            }
            #sourceLocation(file: "folder/Template.swift", line: 2)
            func test() {
            #sourceLocation(file: "folder/Source.swift", line: 6)
            let second = Second()
            #sourceLocation(file: "folder/Template.swift", line: 4)
            #sourceLocation(file: "folder/Article.md", line: 16)
            print(First())
            print(First().name)
            #sourceLocation(file: "folder/Template.swift", line: 5)
            }
            """
        #expect(try completed(text) == expected)
    }

    @Test func aWholeLineIsMeantBeforeABeginning() throws {
        let text = "\n```swift\nrun {\n}\n```\n```swift\nrun\n```\n"
        try text.write(to: article, atomically: true, encoding: .utf8)
        let lines = try completed("// Article.md: run").components(separatedBy: "\n")
        #expect(lines[1...2] == ["#sourceLocation(file: \"folder/Article.md\", line: 7)", "run"])
    }

    @Test func aMissingExampleIsAFault() throws {
        let expected = [
            "folder/Template.swift:2: error: no example of Article.md has such a line: struct Second",
            "folder/Template.swift:3: error: no example of Missing.md has such a line: struct First",
        ]
        #expect(try faults("\n// Article.md: struct Second\n// Missing.md: struct First") == expected)
    }

    @Test func anAmbiguousExampleIsAFault() throws {
        let text = "\n```swift\nlet one = 1\n```\n```swift\nlet other = 2\n```\n"
        try text.write(to: article, atomically: true, encoding: .utf8)
        let expected = [
            "folder/Template.swift:1: error: more than one example of Article.md has such a line: let o",
            "folder/Article.md:3: note: this example has",
            "folder/Article.md:6: note: this example has",
        ]
        #expect(try faults("// Article.md: let o") == expected)
    }
}

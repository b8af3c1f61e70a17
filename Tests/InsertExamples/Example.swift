import Foundation

/// Swift code of the documentation: a code block of an article, or a part of one in a doc comment.
struct Example {
    /// The article or the source file.
    let document: URL
    /// The number of the first line in it.
    let line: Int
    /// The lines. Those of imports are empty: imports belong at the top of a file.
    let code: [String]

    /// The lines without their indentation, and without empty ones.
    var lines: [String] { code.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty } }

    /// The examples of an article or, if the document is a Swift file, of its doc comments.
    ///
    /// In a doc comment, an empty line before one that is not indented separates parts that cannot be compiled together: declarations
    /// and statements.
    static func all(in document: URL) throws -> [Example] {
        let isSource = document.pathExtension == "swift"
        var examples: [Example] = []
        var isCode = false
        var code: [String] = []
        for (index, text) in try document.lines().enumerated() {
            let line = isSource ? comment(in: text) : text
            let isFence = line.hasPrefix("```")
            if isFence || isSource && code.last == "" && !line.hasPrefix(" ") {
                if !code.isEmpty {
                    examples.append(Example(document: document, line: index + 1 - code.count, code: code))
                }
                code = []
            }
            if isFence {
                isCode = !isCode && line == "```swift"
            } else if isCode {
                code.append(isImport(line) ? "" : line)
            }
        }
        return examples
    }

    /// The text of a doc comment, or nothing if the line is none.
    private static func comment(in line: String) -> String {
        let text = line.trimmingCharacters(in: .whitespaces)
        return text.hasPrefix("///") ? String(text.dropFirst(text.hasPrefix("/// ") ? 4 : 3)) : ""
    }

    private static func isImport(_ line: String) -> Bool {
        ["import ", "public import ", "@testable import "].contains { line.hasPrefix($0) }
    }
}

extension URL {
    func lines() throws -> [String] { try String(contentsOf: self, encoding: .utf8).components(separatedBy: "\n") }
}

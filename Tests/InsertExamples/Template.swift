import Foundation

/// A test file in which comments stand for examples:
///
///     // GettingStarted.md: struct LiveWeather
///
/// Such a comment names the document, and a line of the example or how that line begins. No other example of the document has such
/// a line.
struct Template {
    let file: URL

    /// The file with the examples in place of the comments. Errors, warnings and failures in an example are reported at its place in
    /// the document.
    func completed(from documents: [URL]) throws -> String {
        var faults: [String] = []
        var code = ["#sourceLocation(file: \(file.literal), line: 1)"]
        for (index, line) in try file.lines().enumerated() {
            guard let comment = line.wholeMatch(of: /\s*\/\/ ([A-Za-z+]+\.(?:md|swift)): (.+)/) else {
                code.append(line)
                continue
            }
            let named = documents.filter { $0.lastPathComponent == comment.1 }
            let found = try Self.examples(in: named, withLine: String(comment.2))
            if found.count == 1 {
                code.append("#sourceLocation(file: \(found[0].document.literal), line: \(found[0].line))")
                code += found[0].code
                code.append("#sourceLocation(file: \(file.literal), line: \(index + 2))")
            } else {
                let number = found.isEmpty ? "no example" : "more than one example"
                faults.append(
                    "\(file.path):\(index + 1): error: \(number) of \(comment.1) has such a line: \(comment.2)"
                )
                faults += found.map { "\($0.document.path):\($0.line): note: this example has" }
            }
        }
        guard faults.isEmpty else { throw Faults(lines: faults) }
        return code.joined(separator: "\n")
    }

    /// The examples with a line, or else with lines that begin with it.
    private static func examples(in documents: [URL], withLine text: String) throws -> [Example] {
        let examples = try documents.flatMap(Example.all)
        let exact = examples.filter { $0.lines.contains(text) }
        return exact.isEmpty ? examples.filter { $0.lines.contains { $0.hasPrefix(text) } } : exact
    }
}

/// What is wrong with a template, in the format of the compiler.
struct Faults: Error {
    let lines: [String]
}

extension URL {
    /// The path as a string literal.
    fileprivate var literal: String {
        "\"\(path.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\""))\""
    }
}

public import Testing
public import WiringInspection
import WiringTestingHook

/// Fails the test if a graph differs from the one in a file, and shows the difference.
///
/// ```swift
/// @Test func wiringMatchesTheDrawing() async throws {
///     let recorded = try await graph(of: container) {
///         _ = try await container.server()
///     }
///     expectGraph(recorded, matches: "Server.mmd")
/// }
/// ```
/// The file's extension chooses the format: `.dot` or `.gv` for Graphviz, `.txt` for the text, and Mermaid otherwise.
/// To write the file, or to update it after an intended change, set the environment variable `WIRING_WRITE_GRAPHS` for
/// one run, and review the change before you commit it:
///
/// ```
/// WIRING_WRITE_GRAPHS=1 swift test --filter wiringMatchesTheDrawing
/// ```
/// A run that writes the file compares nothing, and passes. A `.txt` file contains line numbers, so it changes more
/// often than the wiring does.
///
/// - Parameters:
///   - graph: A recorded or declared graph.
///   - name: The file's path, absolute or relative to the folder of the test's file.
public func expectGraph(
    _ graph: DependencyGraph,
    matches name: String,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    let folder = sourceLocation.filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let path = name.hasPrefix("/") ? name : (folder + [Substring(name)]).joined(separator: "/")
    let text =
        switch name.split(separator: ".").last {
        case "dot", "gv": graph.dot()
        case "txt": graph.text
        default: graph.mermaid()
        }
    let fault: String? =
        if wiring_testing_is_set(writingVariable) {
            wiring_testing_write_file(path, text)
                ? nil : "Wiring: the file \(path) cannot be written\nCreate its folder if it does not exist."
        } else if let expected = content(of: path) {
            expected == text
                ? nil
                : """
                Wiring: the graph differs from the one in \(name)
                \(difference(from: expected, to: text))
                If the change is intended, run the test once with \(writingVariable)=1, and commit the file.
                """
        } else {
            "Wiring: the file \(path) cannot be read\nTo write it, run the test once with \(writingVariable)=1."
        }
    if let fault { Issue.recordInAnyTest(fault, at: sourceLocation) }
}

private let writingVariable = "WIRING_WRITE_GRAPHS"

/// The content of a file; `nil` if it cannot be read.
private func content(of path: String) -> String? {
    guard let bytes = wiring_testing_read_file(path) else { return nil }
    // Memory of `malloc`, which `deallocate` frees.
    defer { bytes.deallocate() }
    return String(cString: bytes)
}

/// The lines that only one of two texts has.
private func difference(from expected: String, to actual: String) -> String {
    func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    let changes = lines(actual).difference(from: lines(expected))
    let marked = (changes.removals + changes.insertions).map { change in
        switch change {
        case .remove(_, let line, _): "  - \(line)"
        case .insert(_, let line, _): "  + \(line)"
        }
    }
    return marked.joined(separator: "\n")
}

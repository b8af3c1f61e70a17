import Foundation
import Testing
import Wiring
import WiringFixtures
import WiringInspection
import WiringTesting

@Suite(.failuresOnly, .container) struct GraphExpectationTests {
    private let container = Container.shared
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    private func write(_ text: String, to name: String) throws -> String {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(directory)/\(name)"))
        return "\(directory)/\(name)"
    }

    /// Records the issue of an expectation that fails.
    private func message(_ body: () -> Void) -> String {
        let message = Protected("")
        withKnownIssue {
            body()
        } matching: { issue in
            message.withLock { $0 = issue.comments.map(\.rawValue).joined() }
            return true
        }
        return message.withLock { $0 }
    }

    @Test func aGraphMatchesItsFileInEachFormat() throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let recorded = graph(of: container) { _ = container.kept() }
        expectGraph(recorded, matches: try write(recorded.mermaid(), to: "graph.mmd"))
        expectGraph(recorded, matches: try write(recorded.dot(), to: "graph.dot"))
        expectGraph(recorded, matches: try write(recorded.text, to: "graph.txt"))
    }

    @Test func theDifferenceIsShown() throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let expected = graph(of: container) { _ = container.kept() }
        let file = try write(expected.mermaid(), to: "graph.mmd")
        let recorded = graph(of: container) { _ = container.plain() }
        #expect(
            message { expectGraph(recorded, matches: file) } == """
                Wiring: the graph differs from the one in \(file)
                  -     Container_kept["Container.kept<br/>cached"]
                  +     Container_plain["Container.plain<br/>unique"]
                If the change is intended, run the test once with WIRING_WRITE_GRAPHS=1, and commit the file.
                """
        )
    }

    @Test func aMissingFileIsAnIssueWithTheWayToWriteIt() {
        let recorded = graph(of: container) { _ = container.plain() }
        let folder = "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        #expect(
            message { expectGraph(recorded, matches: "Missing.mmd") } == """
                Wiring: the file \(folder)/Missing.mmd cannot be read
                To write it, run the test once with WIRING_WRITE_GRAPHS=1.
                """
        )
    }
}

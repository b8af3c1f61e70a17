import Foundation
import Testing
import WiringFixtures
import WiringLifecycle
import WiringTestSupport
import WiringTesting

// The code of README.md.

// README.md: protocol Greeting

// README.md: struct French

extension Container {
    fileprivate var visitor: Factory<String> { self { "nobody" } }
}

private final class GreetingContainer: ManagedContainer {
    let manager = ContainerManager()

    var server: Factory<GreetingServer> {
        self { GreetingServer() }.singleton
            .onStart { try await $0.listen() }.onRun { try await $0.serve(answer) }.onStop { await $0.drain() }
    }
}

@Sendable private func answer(_ name: String) async -> String {
    withChildContainer {
        $0.visitor.override { name }
    } operation: {
        WelcomeModel().welcome(Container.shared.visitor())
    }
}

/// Stands for a server: it answers one request, and then serves until it is drained.
private final class GreetingServer: Sendable {
    private let events = Locked<[String]>([])
    private let hasServed = AsyncStream<Void>.makeStream()
    private let isDrained = AsyncStream<Void>.makeStream()

    var log: [String] { events.withLock { $0 } }

    func listen() async throws { note("listen") }

    func serve(_ answer: @Sendable (String) async -> String) async throws {
        note(await answer("Ada"))
        hasServed.continuation.finish()
        for await _ in isDrained.stream {}
        note("served")
    }

    func drain() async {
        note("drain")
        isDrained.continuation.finish()
    }

    /// Stands for a wait until the process is interrupted.
    func untilServed() async { for await _ in hasServed.stream {} }

    private func note(_ event: String) { events.withLock { $0.append(event) } }
}

@Suite(.failuresOnly, .container) struct DocumentedReadme {
    @Test func resolvesInAModel() {
        var printed: [String] = []
        func print(_ value: String) { printed.append(value) }
        print(WelcomeModel().welcome("Ada"))  // Hello, Ada!
        #expect(printed == ["Hello, Ada!"])
    }

    /// The lines of the failure in README.md are those that the strict test records. The places differ: README.md shows those of a
    /// program.
    @Test(.container(.strict)) func showsTheFailureOfAStrictTest() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let shown = Set(readme.split(separator: "\n").map(Self.withoutPlace))
        withKnownIssue {
            _ = WelcomeModel().welcome("Ada")
        } matching: { issue in
            let lines = issue.comments.flatMap { $0.rawValue.split(separator: "\n") }.map(Self.withoutPlace)
            return !lines.isEmpty && lines.allSatisfy(shown.contains)
        }
    }

    /// A line of the failure without the indentation, the mark of an issue, and the place of a declaration.
    private static func withoutPlace(_ line: Substring) -> String {
        let text = line.trimmingCharacters(in: .whitespaces).drop { "↳→ ".contains($0) }
        return text.components(separatedBy: "  ")[0]
    }

    @Test func runsAServer() async throws {
        let container = GreetingContainer()
        func untilInterrupted() async { await container.server().untilServed() }
        let server = container.server()
        // ManagedContainer+Run.swift: try await container.run(\.server) { await untilInterrupted() }
        #expect(server.log == ["listen", "Hello, Ada!", "drain", "served"])
    }
}

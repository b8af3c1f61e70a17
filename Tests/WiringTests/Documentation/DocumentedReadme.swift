import Foundation
import Testing
import WiringFixtures
import WiringTesting

// The code of README.md, verbatim. `SnippetTests` compares it.

protocol Greeting: Sendable { func greet(_ name: String) -> String }
struct English: Greeting { func greet(_ name: String) -> String { "Hello, \(name)" } }

extension Container {
    var language: Factory<any Greeting> { self { English() }.singleton }
}

final class WelcomeModel {
    @Injected(\.language) private var language
    func welcome(_ name: String) -> String { language.greet(name) + "!" }
}

struct French: Greeting { func greet(_ name: String) -> String { "Bonjour, \(name)" } }

@Test(.container(.strict), .override(\.language) { French() })
func welcomesInFrench() {
    #expect(WelcomeModel().welcome("Ada") == "Bonjour, Ada!")
}

extension Container {
    var visitor: Factory<String> { self { "nobody" } }
    var server: Factory<GreetingServer> {
        self { GreetingServer() }.singleton
            .onStart { try await $0.listen() }.onRun { try await $0.serve(answer) }.onStop { await $0.drain() }
    }
}

@Sendable func answer(_ name: String) async -> String {
    await withChildContainer {
        $0.visitor.override { name }
    } operation: {
        await greetVisitor()
    }
}

func greetVisitor() async -> String { WelcomeModel().welcome(Container.shared.visitor()) }

/// Stands for a server: it answers one request, and then serves until it is drained.
final class GreetingServer: Sendable {
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
        let container = Container.shared
        func untilInterrupted() async { await container.server().untilServed() }
        let server = container.server()
        try await container.run(\.server) { await untilInterrupted() }
        #expect(server.log == ["listen", "Hello, Ada!", "drain", "served"])
    }
}

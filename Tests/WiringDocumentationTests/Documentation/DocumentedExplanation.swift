import Testing
import WiringAsync
import WiringInspection
import WiringTesting

// The code of the article *Seeing the wiring*.

@Suite(.container) struct DocumentedExplanation {
    @Test func explains() {
        var printed = ""
        func print(_ explanation: Explanation) { printed = explanation.description }
        let container = Container.shared
        container.api.override { MockAPI() }
        // SeeingTheWiring.md: print(container.explain(\.api))
        #expect(printed.hasPrefix("Container.api<API>, declared at WiringDocumentationTests/Factory.swift:"))
        #expect(printed.contains("  wins"))
    }

    private final class ServerContainer: TaskLocalContainer {
        @TaskLocal static var shared = ServerContainer()
        static var taskLocal: TaskLocal<ServerContainer> { $shared }
        let manager = ContainerManager()
        var store: Factory<Store> { self { Store() }.cached }
        var server: AsyncFactory<Store, any Error> { self { () async throws in self.store() } }
        var tracking: Factory<Store> { self { Store() } }
    }

    @Test func draws() async throws {
        var printed = ""
        func print(_ text: String) { printed = text }
        let container = ServerContainer()
        // SeeingTheWiring.md: print(recorded.mermaid())
        #expect(recorded.nodes.map(\.name) == ["server", "store"])
        #expect(printed.contains("server"))
    }

    @Test func validates() async throws {
        let container = ServerContainer()
        // SeeingTheWiring.md: try container.preflight(\.server, \.tracking, recorded: recorded)
        #expect(container.findFaults(\.server, \.tracking, recorded: recorded).isEmpty)
    }

    @Test func validatesByBuilding() async throws {
        let container = ServerContainer()
        // SeeingTheWiring.md: try await container.preflight
        #expect(container.manager.isEmpty(.scope))
    }

    private final class ClientContainer: ManagedContainer {
        let manager = ContainerManager()
        var api: Factory<any API> { self { LiveAPI() } }
    }

    @Test func findsArguments() {
        var printed: [String] = []
        func print(_ argument: some CustomStringConvertible) { printed.append(argument.description) }
        let container = ClientContainer()
        container.api.onArg("mock") { MockAPI() }
        FactoryContext.current.arguments = ["program", "mokc"]
        // SeeingTheWiring.md: for argument in container.arguments
        #expect(printed.count == 1)
        let replaced = "    replaces api<API>, declared at WiringDocumentationTests/DocumentedExplanation.swift:"
        #expect(printed[0].hasPrefix("mock  (launch argument)\n\(replaced)"))
        // SeeingTheWiring.md: for argument in container.unusedArguments
        #expect(printed.dropFirst() == ["'mokc' selects nothing; did you mean 'mock'?"])
    }
}

/// The file that it names does not exist.
@Suite(.disabled("it is only compiled")) struct DocumentedGraphTest {
    private final class ServerContainer: ManagedContainer {
        let manager = ContainerManager()
        var server: AsyncFactory<Store, any Error> { self { () async throws in Store() } }
    }

    private let container = ServerContainer()

    // SeeingTheWiring.md: @Test func wiringMatchesTheDrawing
}

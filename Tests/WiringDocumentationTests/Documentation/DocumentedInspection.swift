import Foundation
import Testing
import WiringAsync
import WiringFixtures
import WiringInspection
import WiringLifecycle
import WiringTestSupport
import WiringTesting

// The examples of the doc comments of WiringInspection.

private final class InspectedContainer: TaskLocalContainer {
    @TaskLocal static var shared = InspectedContainer()
    static var taskLocal: TaskLocal<InspectedContainer> { $shared }
    let manager = ContainerManager()

    var repository: Factory<Store> { self { Store() }.cached }
    var server: AsyncFactory<Store, any Error> { self { () async throws in self.repository() }.cached }
    var tracking: Factory<Store?> { promised() }
    var accounts: Factory<any API> { self { LiveAPI() }.onArg("mock-accounts") { MockAPI() } }
    var networking: Factory<any API> { self { LiveAPI() } }
}

@Suite(.failuresOnly, .container) struct DocumentedInspection {
    private let container = InspectedContainer()
    private let printed = Printed()
    private func print(_ value: some CustomStringConvertible) { printed.add(value) }
    private func log(_ line: String) { printed.add(line) }

    @Test func findsFaults() {
        // By default, a release build does not stop.
        container.manager.promiseTriggersError = true

        let error = #expect(throws: WiringFaults.self) {
            // ManagedContainer+Preflight.swift: try container.preflight(\.server, \.tracking)
        }
        #expect(error?.faults.map { $0.description.contains("tracking") } == [true])
    }

    @Test func findsFaultsByBuilding() async {
        container.manager.promiseTriggersError = true

        let error = await #expect(throws: WiringFaults.self) {
            // TaskLocalContainer+Preflight.swift: try await container.preflight
        }
        #expect(error?.faults.map { $0.description.contains("tracking") } == [true])
    }

    @Test func findsFaultsInWhatWasObserved() async throws {
        // ManagedContainer+Preflight.swift: let recorded
        #expect(!recorded.nodes.isEmpty)
    }

    @Test func recordsAGraph() {
        // graph.swift: let recorded
        #expect(recorded.nodes.map(\.name) == ["repository"])
    }

    @Test func drawsAGraph() async throws {
        // DependencyGraph.swift: let recorded
        #expect(printed.lines.first?.contains("repository") == true)
    }

    @Test func drawsADeclaredGraph() {
        // ManagedContainer+Graph.swift: print(container.declaredGraph
        #expect(printed.lines.first?.contains("server") == true)
    }

    @Test func recordsEvents() {
        // recordEvents.swift: let events
        #expect(events.map(\.dependency?.name) == ["repository"])
    }

    /// Only compiled: it would write a file.
    private func drawsTheStart() async throws {
        // FlameChart.swift: let events
    }

    @Test func observesEvents() {
        // ManagedContainer+Events.swift: let observation
        _ = container.repository()
        observation.cancel()
        #expect(printed.lines.count == 1)
    }

    @Test func iteratesOverEvents() async {
        let listening = Task {
            // ManagedContainer+Events.swift: for await event
        }
        listening.cancel()
        await listening.value
        #expect(printed.lines.isEmpty)
    }

    private struct Response {
        let text: String
        init(_ text: String) { self.text = text }
    }

    private func answer() -> Response {
        // ContainerMetrics.swift: let metrics
    }

    @Test func answersWithMetrics() {
        #expect(answer().text.contains("# TYPE "))
    }

    @Test func listsArguments() {
        // ManagedContainer+Arguments.swift: for argument in container.arguments
        #expect(printed.lines.count == 1)
        #expect(printed.lines.first?.hasPrefix("mock-accounts  (launch argument)\n") == true)
    }

    private struct Logger {
        let printed: Printed
        func warning(_ line: String) { printed.add(line) }
    }

    @Test func findsAMisspeltArgument() {
        let logger = Logger(printed: printed)
        container.accounts.onArg("mock-accounts") { MockAPI() }
        FactoryContext.current.arguments = ["program", "mock-acounts"]
        // ManagedContainer+Arguments.swift: for argument in container.unusedArguments
        #expect(printed.lines == ["'mock-acounts' selects nothing; did you mean 'mock-accounts'?"])
    }

    private func nearest() -> String? {
        // PathStep.swift: ["networking", "session"].nearest
    }

    @Test func findsTheNearestName() {
        #expect(nearest() == "networking")
    }
}

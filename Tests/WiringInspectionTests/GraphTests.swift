import Testing
import Wiring
import WiringAsync
import WiringInspection
import WiringModules
import WiringTesting

extension Container {
    fileprivate var repository: Factory<String> {
        self { "\(ObjectIdentifier(self.store()))\(ObjectIdentifier(self.log()))" }.cached
    }
    fileprivate var store: Factory<Service> {
        self {
            _ = self.log()
            return Service()
        }.singleton
    }
    fileprivate var log: Factory<Service> { self { Service() } }
    fileprivate var parts: Collected<Service> { collected() }
    fileprivate var remote: AsyncFactory<Service, any Error> {
        self {
            await Task.yield()
            _ = self.store()
            return try await self.channel()
        }.cached
    }
    fileprivate var channel: AsyncFactory<Service, any Error> { self { try await Self.connected(self.log()) } }
    fileprivate var lazy: Factory<Service> {
        let log = provider(\.log)
        return self { log() }
    }
    fileprivate var quoted: ParameterFactory<Int, [String: Int]> { self { ["\"": $0] } }
    fileprivate func boxed<T>(_: T.Type) -> Factory<[T]> { self { [] } }

    private static func connected(_ log: Service) async throws -> Service { log }
}

/// Resolves a declaration of the same name and type in another file.
private func privateStore(of container: Container) -> Service {
    Factory(container, key: "store", fileID: "App/A.swift", line: 4) { Service() }()
}

/// A container of another type than its parent.
private final class Session: ChildContainer {
    let manager = ContainerManager()
    let parent: Container

    init(parent: Container) { self.parent = parent }
}

extension Session {
    fileprivate var handler: Factory<Service> { self { self.log() }.cached }
}

/// A container that is not related to the one that it uses.
private final class Visitor: ManagedContainer {
    let manager = ContainerManager()
    let visited: Container

    init(_ visited: Container) { self.visited = visited }
}

/// A container whose `autoRegister()` resolves.
private final class Registering: ManagedContainer, AutoRegistering {
    let manager = ContainerManager()
    let other: Container

    init(_ other: Container) { self.other = other }

    func autoRegister() { _ = other.log() }
}

extension Registering {
    fileprivate var name: Factory<String> { self { "name" } }
}

extension Visitor {
    fileprivate var visit: Factory<Void> { self { _ = self.visited.log() } }
}

extension DependencyGraph {
    /// The edges, by the names of what they connect.
    fileprivate var arrows: [String] {
        edges.map { "\(nodes[$0.dependent].name) → \(nodes[$0.dependency].name)" }
    }
}

@Suite(.container) struct GraphTests {
    private let container = Container.shared

    @Test func whoResolvesWhomIsRecorded() {
        let recorded = graph(of: container) { _ = container.repository() }
        #expect(recorded.nodes.map(\.name) == ["log", "repository", "store"])
        #expect(recorded.nodes.map(\.scope) == ["unique", "cached", "singleton"])
        #expect(recorded.arrows == ["repository → log", "repository → store", "store → log"])
    }

    @Test func nothingIsRecordedBeforeOrAfterTheOperation() {
        _ = container.store()
        let recorded = graph(of: container) { _ = container.log() }
        _ = container.store()
        #expect(recorded.nodes.map(\.name) == ["log"])
        #expect(container.manager.observers.count == 1, "the test's own")
    }

    @Test func asynchronousDependentsAreRecorded() async throws {
        let recorded = try await graph(of: container) { _ = try await container.remote() }
        #expect(
            recorded.arrows == ["channel → log", "remote → channel", "remote → store", "store → log"]
        )
    }

    @Test func partsDecorationsAndProvidersAreDependencies() {
        container.parts.contribute(\.log)
        container.parts.contribute { [container] in container.store() }
        container.lazy.decorate { [container] inner in
            _ = container.channel
            _ = container.store()
            return inner
        }
        let recorded = graph(of: container) { _ = (container.parts(), container.lazy()) }
        #expect(recorded.arrows.contains("parts → log"))
        #expect(recorded.arrows.contains("lazy → log"))
        #expect(recorded.arrows.contains("lazy → store"))
    }

    @Test func aDependentWithoutAValueIsRecorded() {
        let recorded = graph(of: container) { Visitor(container).visit() }
        #expect(recorded.nodes.map(\.title) == ["Container.log<Service>", "Visitor.visit<()>"])
        #expect(recorded.arrows == ["visit → log"])
    }

    @Test func aChildAndItsParentAreRecordedOnce() {
        let session = Session(parent: container)
        for containers in [[session, container] as [any ManagedContainer], [container, session]] {
            session.handler.reset(.scope)
            let recorded = graph(of: containers[0], containers[1]) { _ = session.handler() }
            #expect(recorded.nodes.map(\.title) == ["Container.log<Service>", "Session.handler<Service>"])
            #expect(recorded.arrows == ["handler → log"])
        }
        #expect(container.manager.observers.count == 1, "the test's own")
        #expect(session.manager.observers.count == 1, "the test's own")
    }

    @Test func aContainerIsRecordedOnceHoweverItIsNamed() {
        let twice = graph(of: container, container) { _ = container.log() }
        #expect(twice.nodes.map(\.name) == ["log"])
        // It learns of its parent when it is used first.
        let session = Session(parent: container)
        let recorded = graph(of: container, session) { _ = session.handler() }
        #expect(recorded.nodes.map(\.name) == ["log", "handler"])
        #expect(recorded.arrows == ["handler → log"])
    }

    @Test func aCopyThatOutlivesARecordingIsNotObserved() {
        var copies: [Container] = []
        let recorded = graph(of: container) {
            withContainer {
                _ = $0.log()
                copies.append($0)
            } operation: {
            }
        }
        #expect(recorded.nodes.map(\.name) == ["log"])
        _ = copies[0].log()
        #expect(copies[0].manager.observers.count == 1, "the test's own")
    }

    @Test func whatAutoRegisterResolvesHasNoDependent() {
        let recorded = graph(of: container) { _ = Registering(container).name() }
        #expect(recorded.nodes.map(\.name) == ["log"])
        #expect(recorded.edges.isEmpty)
    }

    @Test func childrenHaveNodesOfTheirOwn() {
        let recorded = graph(of: container) {
            let child = container.child()
            child.log.override { Service() }
            _ = (child.repository(), container.repository(), container.child().log())
        }
        #expect(
            recorded.edges.map { "\(recorded.nodes[$0.dependent].title) → \(recorded.nodes[$0.dependency].title)" } == [
                "Container.repository<String> → Container.log<Service>",
                "Container.repository<String> → Container.store<Service>",
                "Container.repository<String> in a child → Container.log<Service> in a child",
                "Container.repository<String> in a child → Container.store<Service>",
                "Container.store<Service> → Container.log<Service>",
            ]
        )
        let logs = recorded.nodes.filter { $0.name == "log" }
        #expect(logs.map(\.replacement) == [nil, nil], "the two children have one together")
        #expect(recorded.mermaid().contains("[\"Container.log in a child<br/>unique\"]"))
        #expect(recorded.dot(clusteredBy: .container).contains("label=\"children of Container\""))
    }

    @Test func aDependentThatIsNotObservedIsANodeWithoutAScope() {
        let session = Session(parent: container)
        let other = Container()
        session.handler.register { other.log() }
        let recorded = graph(of: other) { _ = session.handler() }
        #expect(recorded.nodes.map(\.scope) == ["unique", nil])
        #expect(recorded.arrows == ["handler → log"])
    }

    @Test func whatReplacesADeclarationIsRecorded() {
        container.log.override { Service() }
        let recorded = graph(of: container) { _ = container.log() }
        #expect(recorded.nodes.map(\.replacement) == ["override"])
    }

    @Test func nodesWithTheSameNameHaveDistinctIdentifiers() {
        container.parts.contribute { Service() }
        container.parts.contribute { Service() }
        let lines = graph(of: container) { _ = container.parts() }.mermaid().split(separator: "\n")
        #expect(lines[1].hasSuffix("[\"Container.parts<br/>unique\"]"))
        #expect(lines.count { $0.contains("[\"Container.parts in WiringInspectionTests/GraphTests.swift<br/>") } == 2)
        let identifiers = lines.filter { $0.contains("[") }.map { $0.prefix { $0 != "[" } }
        #expect(identifiers == ["    Container_parts", "    Container_parts_2", "    Container_parts_3"])
    }

    @Test func labelsTellNodesWithTheSameNameApart() {
        let recorded = graph(of: container) {
            _ = (
                container.boxed(Int.self)(), container.boxed(String.self)(), container.store(),
                privateStore(of: container)
            )
        }
        let labels = recorded.mermaid().split(separator: "\n")
            .compactMap { $0.split(separator: "\"").dropFirst().first }
        #expect(
            labels == [
                "Container.boxed(_:)#lt;Array#lt;Int#gt;#gt;<br/>unique",
                "Container.boxed(_:)#lt;Array#lt;String#gt;#gt;<br/>unique",
                "Container.log<br/>unique", "Container.store#lt;Service#gt; in App/A.swift<br/>unique",
                "Container.store#lt;Service#gt; in WiringInspectionTests/GraphTests.swift<br/>singleton",
            ]
        )
        #expect(recorded.dot().contains("[label=\"Container.boxed(_:)<Array<Int>>\\nunique\"]"))
    }

    @Test func theTextsAreStable() {
        container.log.override { Service() }
        let recorded = graph(of: container) { _ = (container.repository(), container.quoted(1)) }
        #expect(
            recorded.mermaid() == """
                flowchart LR
                    Container_log["Container.log<br/>unique, override"]
                    Container_quoted["Container.quoted<br/>unique"]
                    Container_repository["Container.repository<br/>cached"]
                    Container_store["Container.store<br/>singleton"]
                    Container_repository --> Container_log
                    Container_repository --> Container_store
                    Container_store --> Container_log

                """
        )
        #expect(
            recorded.dot(clusteredBy: .scope) == """
                digraph wiring {
                    rankdir=LR
                    node [shape=box, style=rounded]
                    subgraph cluster_0 { label="cached"
                        Container_repository [label="Container.repository\\ncached"]
                    }
                    subgraph cluster_1 { label="singleton"
                        Container_store [label="Container.store\\nsingleton"]
                    }
                    subgraph cluster_2 { label="unique"
                        Container_log [label="Container.log\\nunique, override"]
                        Container_quoted [label="Container.quoted\\nunique"]
                    }
                    Container_repository -> Container_log
                    Container_repository -> Container_store
                    Container_store -> Container_log
                }

                """
        )
        #expect(
            recorded.text == """
                Container.log<Service>  unique, override  WiringInspectionTests/GraphTests.swift:18
                Container.quoted<Dictionary<String, Int>>  unique  WiringInspectionTests/GraphTests.swift:32
                Container.repository<String>  cached  WiringInspectionTests/GraphTests.swift:10
                    → Container.log<Service>
                    → Container.store<Service>
                Container.store<Service>  singleton  WiringInspectionTests/GraphTests.swift:13
                    → Container.log<Service>

                """
        )
        #expect(recorded.mermaid(clusteredBy: .module).contains("subgraph cluster_0[\"WiringInspectionTests\"]"))
        #expect(recorded.mermaid(clusteredBy: .container).contains("subgraph cluster_0[\"Container\"]"))
    }
}

import Testing
import Wiring
import WiringAsync
import WiringInspection
import WiringModules
import WiringTesting

private final class Part: Sendable {
    init() {}
    init(_ first: Part) {}
    init(_ first: Part, _ second: Part) {}
    init(_ first: Part, later: Part) async throws {}
}

/// Each closure of a declaration stops the program.
extension Container {
    fileprivate var leaf: Factory<Part> { self { fatalError("nothing is resolved") }.cached }
    fileprivate var branch: Factory<Part> { wire(Part.init(_:_:)) { ($0.leaf, $0.remote) } }
    fileprivate var remote: Factory<Part> { wire(Part.init(_:)) { $0.leaf }.cached }
    fileprivate var tree: AsyncFactory<Part, any Error> { wire(Part.init(_:later:)) { ($0.branch, $0.leaf) }.singleton }
    fileprivate var letter: ParameterFactory<Int, Part> { wire({ (_: Int, part: Part) in part }) { $0.leaf } }
    fileprivate var checked: ThrowingFactory<Part, any Error> {
        wire({ (part: Part) throws in part }) { $0.branch }
    }
    fileprivate var missing: Factory<Part?> { promised() }
    fileprivate var needsMissing: Factory<Part> { wire({ $0 ?? Part() }) { $0.missing } }
    fileprivate var hen: Factory<Part> { wire(Part.init(_:)) { $0.egg } }
    fileprivate var egg: Factory<Part> { wire(Part.init(_:_:)) { ($0.leaf, $0.hen) } }

    fileprivate var parts: Collected<Part> { collected() }
    fileprivate var keptParts: Collected<Part> { collected().cached }
    fileprivate var named: KeyedCollected<String, Part> { collected() }
    fileprivate var keeper: Factory<Part> {
        wire({ (_: [Part], _: [String: Part]) in Part() }) { ($0.parts, $0.named) }.singleton
    }

    /// A chain of declarations.
    fileprivate subscript(_ number: UInt) -> Factory<Part> {
        number == 0 ? leaf : wire(line: number, Part.init(_:)) { $0[number - 1] }
    }

    /// Its closure that names dependencies captures an object.
    fileprivate var chosen: Factory<Part> {
        let choice = Choice(isRemote: true)
        return wire(Part.init(_:_:)) { (choice.isRemote ? $0.remote : $0.leaf, $0.leaf) }.cached
    }
    fileprivate var alias: Factory<Part> { chosen }

    fileprivate var keepsPart: Factory<Part> { wire(Part.init(_:)) { $0.leaf[\.self] }.singleton }
    fileprivate var readsLetter: Factory<Part> { wire(Part.init(_:)) { $0.letter[1] } }
    fileprivate var day: Factory<Part> { wire(Part.init(_:)) { $0.night[\.self] } }
    fileprivate var night: Factory<Part> { wire(Part.init(_:)) { $0.day } }
}

/// A container whose parent is of another type.
private final class Trip: ChildContainer {
    let manager = ContainerManager()
    let parent: Container
    init(from parent: Container) { self.parent = parent }
}

/// A child of a child.
private final class Stop: ChildContainer {
    let manager = ContainerManager()
    let parent: Trip
    init(on parent: Trip) { self.parent = parent }
}

/// A declaration for all container types.
extension ManagedContainer {
    fileprivate var partsOfAll: Collected<Part> { collected() }
}

private final class Choice: Sendable {
    let isRemote: Bool

    init(isRemote: Bool) { self.isRemote = isRemote }
}

@Suite(.container) struct WireGraphTests {
    private let container = Container.shared
    private let file = "\(#fileID)"

    private func edges(_ graph: DependencyGraph) -> [String] {
        graph.edges.map { "\(graph.nodes[$0.dependent].name) → \(graph.nodes[$0.dependency].name)" }
    }

    @Test func whatNamesDependenciesMayCaptureObjects() {
        #expect(edges(container.declaredGraph(from: \.alias)) == ["chosen → leaf", "chosen → remote", "remote → leaf"])
        #expect(container.explain(\.alias).needs?.count == 2)
    }

    @Test func aPartNeedsTheDependencyThatItBelongsTo() {
        #expect(edges(container.declaredGraph(from: \.keepsPart)) == ["keepsPart → leaf", "leaf → leaf"])
        #expect(
            edges(container.declaredGraph(from: \.readsLetter)) == [
                "letter → letter", "letter → leaf", "readsLetter → letter",
            ]
        )
        #expect(container.explain(\.leaf[\.self]).needs == ["Container.leaf<Part>"])
        #expect(container.findFaults(\.keepsPart).map(\.kind) == [.captiveDependency])
        #expect(container.findFaults(\.day).map(\.kind) == [.cycle])
        #expect(container.findFaults(\.readsLetter).isEmpty)
    }

    @Test func theGraphIsKnownWithoutResolving() {
        let graph = container.declaredGraph(from: \.tree)
        #expect(
            edges(graph) == [
                "branch → leaf", "branch → remote", "remote → leaf", "tree → branch", "tree → leaf",
            ]
        )
        #expect(graph.nodes.filter { !$0.hasUnknownNeeds }.map(\.name) == ["branch", "remote", "tree"])
        #expect(graph.nodes.map(\.scope) == ["unique", "cached", "cached", "singleton"])
        #expect(container.manager.isEmpty(.scope))
    }

    @Test func theTextSaysWhatIsUnknown() {
        container.manager.promiseTriggersError = true
        let graph = container.declaredGraph(from: \.needsMissing, \.remote)
        let file = file
        #expect(
            "\(graph)" == """
                Container.leaf<Part>  cached  \(file):17
                    → unknown until its closure runs
                Container.missing<Optional<Part>>  unique  \(file):25
                Container.needsMissing<Part>  unique  \(file):26
                    → Container.missing<Optional<Part>>
                Container.remote<Part>  cached  \(file):19
                    → Container.leaf<Part>

                """
        )
        #expect("\(graph.nodes[1])" == "Container.missing<Optional<Part>>  unique  \(file):25")
        container.remote.register { Part() }
        #expect("\(container.declaredGraph(from: \.remote))".hasSuffix("\n    → unknown until its closure runs\n"))
    }

    @Test func eachKindOfFactoryIsKnown() {
        #expect(edges(container.declaredGraph(from: \.letter)) == ["letter → leaf"])
        #expect(
            edges(container.declaredGraph(from: \.checked)) == [
                "branch → leaf", "branch → remote", "checked → branch", "remote → leaf",
            ]
        )
    }

    @Test func partsThatAParentDeclaresAreKnown() {
        container.partsOfAll.contribute(\.remote)
        let trip = Trip(from: container)
        let stop = Stop(on: trip)
        for graph in [trip.declaredGraph(from: \.partsOfAll), stop.declaredGraph(from: \.partsOfAll)] {
            #expect(edges(graph).sorted() == ["partsOfAll → remote", "remote → leaf"])
        }
        #expect(trip.findFaults(\.partsOfAll).isEmpty)
        trip.partsOfAll.contribute(\Container.hen)
        for faults in [trip.findFaults(\.partsOfAll), stop.findFaults(\.partsOfAll)] {
            #expect(faults.map(\.kind) == [.cycle])
        }
    }

    @Test func thePartsOfCollectionsAreKnown() {
        container.parts.contribute(\.branch)
        container.parts.contribute(\.remote, order: -1)
        container.named.contribute(\.leaf, forKey: "leaf")
        let child = container.child()
        // The singleton does not get it.
        child.parts.contribute(\.leaf)
        child.keptParts.contribute(\.leaf)
        for graph in [container.declaredGraph(from: \.keeper), child.declaredGraph(from: \.keeper)] {
            #expect(
                edges(graph) == [
                    "branch → leaf", "branch → remote", "keeper → named", "keeper → parts", "named → leaf",
                    "parts → branch", "parts → remote", "remote → leaf",
                ]
            )
            #expect(
                graph.nodes.filter { !$0.hasUnknownNeeds }.map(\.name) == [
                    "branch", "keeper", "named", "parts", "remote",
                ]
            )
        }
        #expect(edges(child.declaredGraph(from: \.parts)).contains("parts → leaf"))
        #expect(container.findFaults(\.keeper).map(\.kind) == Array(repeating: .captiveDependency, count: 2))
        // Its second value is one that refers to what the container knows.
        for _ in 0..<2 { _ = child.keptParts }
        #expect(edges(child.declaredGraph(from: \.keptParts)).contains("keptParts → leaf"))

        container.parts.contribute { Part() }
        let unknown = container.declaredGraph(from: \.parts).nodes.filter(\.hasUnknownNeeds).map(\.name)
        #expect(unknown == ["leaf", "parts"])
    }

    @Test func whatAReplacedDeclarationNamesDoesNotCount() {
        container.branch.register { Part() }
        let graph = container.declaredGraph(from: \.tree)
        #expect(edges(graph) == ["tree → branch", "tree → leaf"])
        #expect(graph.nodes.map(\.replacement) == ["registration", nil, nil])
    }

    @Test func eachThreadRecordsItsOwn() async {
        await withTaskGroup(of: [String].self) { group in
            for number in 0..<8 {
                group.addTask { [container] in
                    let graph = container.declaredGraph(from: number.isMultiple(of: 2) ? \.remote : \.branch)
                    return graph.edges.map { "\(graph.nodes[$0.dependent].name)" }
                }
            }
            for await dependents in group {
                #expect(dependents == ["remote"] || dependents == ["branch", "branch", "remote"])
            }
        }
    }

    @Test func anExplanationSaysWhatWireNames() {
        #expect(container.explain(\.branch).needs == ["Container.leaf<Part>", "Container.remote<Part>"])
        #expect(container.explain(\.leaf).needs == nil)
        container.branch.override { fatalError("nothing is resolved") }
        #expect(!container.explain(\.branch).description.contains("the declaration needs"))
        #expect(
            container.explain(\.remote).description
                .contains("\nthe declaration needs: Container.leaf<Part>\nscope: cached")
        )
    }

    @Test func aCaptiveDependencyIsFoundBeforeAnythingIsResolved() {
        #expect(
            container.findFaults(\.tree).map(\.description) == [
                """
                Container.tree<Part> is a singleton and holds Container.leaf<Part>, which its container keeps
                      Container.tree<Part>  \(file):20
                    → Container.leaf<Part>  \(file):17
                The singleton outlives the container, and goes on using the instance when the container has made another one. Make \
                `tree` `.cached`. If the container lives as long as the program, you can give it \
                `container.provider(\\.leaf)` (import WiringModules), and call that later.
                """,
                """
                Container.tree<Part> is a singleton and holds Container.remote<Part>, which its container keeps
                      Container.tree<Part>  \(file):20
                    → Container.branch<Part>  \(file):18
                    → Container.remote<Part>  \(file):19
                The singleton outlives the container, and goes on using the instance when the container has made another one. Make \
                `tree` `.cached`. If the container lives as long as the program, you can give it \
                `container.provider(\\.remote)` (import WiringModules), and call that later.
                """,
            ]
        )
    }

    @Test func aCycleIsFoundBeforeAnythingIsResolved() {
        #expect(
            container.findFaults(\.hen).map(\.description) == [
                """
                Container.egg<Part> needs itself
                      Container.egg<Part>  \(file):28
                    → Container.hen<Part>  \(file):27
                    → Container.egg<Part>  \(file):28
                Break the cycle at one step: give `hen` `container.provider(\\.egg)` (import WiringModules), and call it later.
                """
            ]
        )
    }

    @Test func faultsOfWhatIsNeededAreFound() throws {
        container.manager.promiseTriggersError = true
        let error = #expect(throws: WiringFaults.self) { try container.preflight(\.needsMissing, \.hen) }
        #expect(error?.faults.map(\.kind) == [.unkeptPromise, .cycle])
    }

    @Test func aFaultOfBothGraphsIsFoundOnce() {
        let recorded = graph(of: container) { _ = container.keepsTwig() }
        #expect(container.findFaults(\.keepsTwig, recorded: recorded).map(\.kind) == [.captiveDependency])
    }

    @MainActor @Test func anAsynchronousDeclarationMayNeedTheMainActor() {
        #expect(container.findFaults(\.paintedLater).isEmpty)
        #if DEBUG
            #expect(container.findFaults(\.painted).map(\.kind) == [.mainActorDependency])
        #endif
    }

    @Test func aLongChainNeedsNoDeepStack() {
        let graph = container.declaredGraph(from: \.[5_000])
        #expect(graph.nodes.count == 5_001)
        #expect(graph.edges.count == 5_000)
        #expect(container.findFaults(\.[5_000]).isEmpty)
    }
}

extension Container {
    fileprivate var twig: Factory<Part> { self { Part() }.cached }
    fileprivate var keepsTwig: Factory<Part> { wire(Part.init(_:)) { $0.twig }.singleton }
    @MainActor fileprivate var paint: Factory<Part> { self { @MainActor in Part() } }
    fileprivate var painted: Factory<Part> {
        wire(Part.init(_:)) { container in MainActor.assumeIsolated { container.paint } }
    }
    fileprivate var paintedLater: AsyncFactory<Part, any Error> {
        wire(Part.init(_:later:)) { container in (container.remote, MainActor.assumeIsolated { container.paint }) }
    }
}

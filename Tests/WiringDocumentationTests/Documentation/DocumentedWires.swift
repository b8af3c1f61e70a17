import Testing
import Wiring
import WiringAsync
import WiringInspection
import WiringTesting

// The examples of `wire`.

struct Atlas {
    init(api: any API) {}
}

final class Bookshelf: Sendable {
    init(api: any API, store: Store) {}
}

struct Parcel {
    let number: Int

    init(number: Int, store: Store) { self.number = number }
}

final class Ledger: Sendable {
    init(api: any API, store: Store) throws {}
}

final class Backup: Sendable {
    init(of ledger: Ledger, api: any API) async throws {}
}

// DeclaringDependencies.md: var atlas

// wire.swift: var parcel

// wire+Throwing.swift: var ledger

// wire+Effects.swift: var backup

@Suite(.container) struct DocumentedWires {
    private let container = Container.shared

    @Test func eachDeclarationIsMadeFromWhatItNames() async throws {
        _ = container.atlas()
        #expect(container.bookshelf() === container.bookshelf())
        #expect(container.parcel(7).number == 7)
        #expect(try await container.backup() === container.backup())
    }

    @Test func drawsWithoutResolving() throws {
        var printed = ""
        func print(_ text: String) { printed = text }
        // SeeingTheWiring.md: let drawn = container.declaredGraph
        #expect(printed.contains("Container.bookshelf<Bookshelf>  cached"))
        #expect(drawn.edges.count == 2)
        // SeeingTheWiring.md: try container.preflight(\.bookshelf)
    }

    @Test func listensToEvents() {
        let printed = Protected<[String]>([])
        @Sendable func print(_ event: ContainerEvent) { printed.withLock { $0.append(event.description) } }
        // SeeingTheWiring.md: let observation = container.observe
        _ = container.atlas()
        observation.cancel()
        let lines = printed.withLock { $0 }
        #expect(lines.count == 2)
        #expect(lines[0].hasPrefix("built Container.api<API> from the declaration in "))
        #expect(lines[0].contains(" ms, for Container.atlas<Atlas>"))
    }

    @Test func drawsWhatWasBuilt() {
        // SeeingTheWiring.md: let events = recordEvents
        #expect(picture.hasPrefix("<svg "))
        #expect(events.last?.dependency?.name == "bookshelf")
    }

    @Test func logsCaptiveDependencies() {
        // SeeingTheWiring.md: let check
        let lines = Protected<[String]>([])
        container.manager.logger = { line in lines.withLock { $0.append(line) } }
        _ = container.shelves()
        check.cancel()
        #expect(lines.withLock { $0.count } == 1)
    }

    #if DEBUG
        @Test func logsCaptiveDependenciesInADebugBuild() {
            // ManagedContainer+Events.swift: #if DEBUG
            let lines = Protected<[String]>([])
            container.manager.logger = { line in lines.withLock { $0.append(line) } }
            _ = container.shelves()
            check.cancel()
            #expect(lines.withLock { $0.count } == 1)
        }
    #endif
}

extension Container {
    fileprivate var shelves: Factory<[Bookshelf]> { self { [self.bookshelf()] }.singleton }
}

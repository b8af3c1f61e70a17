import Foundation
import Testing
import WiringFoundation
import WiringTesting

// The code of "Controlling time and randomness" and of the doc comments of WiringFoundation, verbatim. `SnippetTests` compares
// them.

struct Ticket {
    let id: UUID
    let issued: Date
    let seat: Int
}

extension Container {
    var ticket: Factory<Ticket> {
        self {
            let random = self.randomNumberGenerator()
            return Ticket(
                id: self.uuid()(),
                issued: self.date().now,
                seat: random { Int.random(in: 1...100, using: &$0) }
            )
        }
    }
}

@MainActor final class Poller {
    private(set) var count = 0
    private let clock: any Clock<Duration>

    init(clock: any Clock<Duration>) { self.clock = clock }

    func poll() async throws {
        while true {
            try await clock.sleep(for: .seconds(10))
            count += 1
        }
    }
}

extension Container {
    @MainActor var poller: Factory<Poller> { self { Poller(clock: self.clock()) } }
}

@Suite(.timeLimit(.minutes(10))) struct DocumentedValues {
    @Test(
        .container,
        .override(\.uuid, with: .incrementing),
        .override(\.date, with: .constant(Date(timeIntervalSince1970: 0))),
        .override(\.randomNumberGenerator, with: .seeded(1))
    )
    func ticketsAreNumbered() {
        let tickets = [Container.shared.ticket(), Container.shared.ticket()]
        #expect(tickets.map(\.id) == [UUID(number: 0), UUID(number: 1)])
        #expect(tickets.map(\.issued) == [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 0)])
        #expect(tickets.map(\.seat) == [57, 75])
    }

    @Test(.container, .allow(\.uuid, \.date, \.randomNumberGenerator))
    func ticketsDiffer() {
        #expect(Container.shared.ticket().id != Container.shared.ticket().id)
    }

    @Test(.container) @MainActor func pollsEveryTenSeconds() async {
        let clock = TestClock()
        Container.shared.clock.override(with: clock)
        let poller = Container.shared.poller()
        let polling = Task { try await poller.poll() }
        await clock.advance(by: .seconds(30), awaitingSleepers: 1)
        await clock.waitForSleepers()
        #expect(poller.count == 3)
        polling.cancel()
        await #expect(throws: CancellationError.self) { try await polling.value }
        #expect(clock.deadlines.isEmpty)
    }

    @Test(.container) func retriesWithoutWaiting() async throws {
        let clock = ImmediateClock()
        let start = clock.now
        for attempt in 1...3 { try await clock.sleep(for: .seconds(60 * attempt)) }
        #expect(start.duration(to: clock.now) == .seconds(360))
    }
}

@Suite(.timeLimit(.minutes(10))) struct DocumentedDeclarations {
    private let container = Container()

    @Test(.allow(\.clock)) func clock() async throws {
        container.clock.override { ImmediateClock() }
        try await container.clock().sleep(for: .seconds(1))
    }

    @Test(.allow(\.date)) func date() {
        let date = container.date()
        let started = date.now
        #expect(started <= date.now)
    }

    @Test(.allow(\.uuid)) func uuid() {
        let uuid = container.uuid()
        let id = uuid()
        #expect(id != uuid())
    }

    @Test(.allow(\.randomNumberGenerator)) func randomNumberGenerator() {
        var generator = container.randomNumberGenerator()
        let roll = Int.random(in: 1...6, using: &generator)
        #expect((1...6).contains(roll))
    }

    @Test(.allow(\.randomNumberGenerator)) func callOfGenerator() {
        let cards = Array(1...52)
        let random = container.randomNumberGenerator()
        let shuffled = random { cards.shuffled(using: &$0) }
        #expect(Set(shuffled) == Set(cards))
    }

    @Test func testClock() async throws {
        let clock = TestClock()
        let rings = Task { try await clock.sleep(for: .seconds(60)) }
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(60))
        try await rings.value
    }

    @Test func loop() async {
        let clock = TestClock()
        let loop = Task { while true { try await clock.sleep(for: .seconds(1)) } }
        await clock.advance(by: .seconds(3), awaitingSleepers: 1)
        await clock.waitForSleepers()
        #expect(clock.deadlines == [TestClock.Instant(offset: .seconds(4))])
        loop.cancel()
    }
}

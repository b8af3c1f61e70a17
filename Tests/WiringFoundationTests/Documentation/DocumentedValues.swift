import Foundation
import Testing
import WiringFoundation
import WiringTesting

// The code of "Controlling time and randomness" and of the doc comments of WiringFoundation.

// ControllingValues.md: struct Ticket

// ControllingValues.md: @MainActor final class Poller

@Suite(.timeLimit(.minutes(10))) struct DocumentedValues {
    // ControllingValues.md: func ticketsAreNumbered

    // ControllingValues.md: func ticketsDiffer

    // ControllingValues.md: let clock = TestClock

    // ControllingValues.md: let clock = ImmediateClock
}

@Suite(.timeLimit(.minutes(10))) struct DocumentedDeclarations {
    private let container = Container()

    @Test(.allow(\.clock)) func clock() async throws {
        container.clock.override { ImmediateClock() }
        // Container+Clock.swift: try await container.clock
    }

    @Test(.allow(\.date)) func date() {
        // Container+Date.swift: let date = container.date
        #expect(started <= date.now)
    }

    @Test(.allow(\.uuid)) func uuid() {
        // Container+UUID.swift: let uuid = container.uuid
        #expect(id != uuid())
    }

    @Test(.allow(\.randomNumberGenerator)) func randomNumberGenerator() {
        // Container+RandomNumberGenerator.swift: var generator = container.randomNumberGenerator
        #expect((1...6).contains(roll))
    }

    @Test(.allow(\.randomNumberGenerator)) func callOfGenerator() {
        let cards = Array(1...52)
        // Container+RandomNumberGenerator.swift: let random = container.randomNumberGenerator
        #expect(Set(shuffled) == Set(cards))
    }

    @Test func testClock() async throws {
        // TestClock.swift: let clock = TestClock
    }

    @Test func loop() async {
        let clock = TestClock()
        let loop = Task { while true { try await clock.sleep(for: .seconds(1)) } }
        // TestClock.swift: await clock.advance(by: .seconds(3), awaitingSleepers: 1)
        #expect(clock.deadlines == [TestClock.Instant(offset: .seconds(4))])
        loop.cancel()
    }
}

import Testing
import WiringTestSupport
import WiringTesting

/// Counts those that are gone.
private struct Ticket: ~Copyable {
    let number: Int
    private let gone: Locked<Int>

    init(_ gone: Locked<Int>) {
        number = Container.shared.number()
        self.gone = gone
    }

    deinit { gone.withLock { $0 += 1 } }
}

private enum Failure: Error { case offline }

extension Container {
    fileprivate var number: Factory<Int> { self { 1 } }
}

/// `Tests/ClosureFixtures` compiles each function with a noncopyable result. Here, each kind of them runs.
@Suite(.container { $0.manager.disableAutoRegistration() }) struct NoncopyableResultTests {
    private let gone = Locked(0)
    private var count: Int { gone.withLock(\.self) }

    /// The caller has the only ticket, and ends it.
    private func expectOne(_ ticket: consuming Ticket, of number: Int, at location: SourceLocation = #_sourceLocation) {
        let before = count
        #expect(ticket.number == number, sourceLocation: location)
        _ = consume ticket
        #expect(count == before + 1, sourceLocation: location)
    }

    @Test func operationsReturnOne() throws {
        expectOne(
            withContainer {
                $0.number.override { 2 }
            } operation: {
                Ticket(gone)
            },
            of: 2
        )
        expectOne(withContainer(Overrides { $0.number.override { 3 } }) { Ticket(gone) }, of: 3)
        expectOne(
            withChildContainer {
                $0.number.override { 4 }
            } operation: {
                Ticket(gone)
            },
            of: 4
        )
        expectOne(
            withTestContainer(.inheriting) {
                $0.number.override { 5 }
            } operation: {
                Ticket(gone)
            },
            of: 5
        )
        #expect(count == 4)
    }

    @Test func asynchronousOperationsReturnOne() async throws {
        func ticket() async -> Ticket {
            await Task.yield()
            return Ticket(gone)
        }
        expectOne(
            await withContainer {
                $0.number.override { 2 }
            } operation: {
                await ticket()
            },
            of: 2
        )
        expectOne(try await withContainer(AsyncOverrides { $0.number.override { 3 } }) { await ticket() }, of: 3)
        expectOne(
            await withChildContainer {
                $0.number.override { 4 }
            } operation: {
                await ticket()
            },
            of: 4
        )
        expectOne(
            await withTestContainer(.inheriting) {
                $0.number.override { 5 }
            } operation: {
                await ticket()
            },
            of: 5
        )
        #expect(count == 4)
    }

    @Test func boundClosuresReturnOne() async {
        Container.shared.number.register { 2 }
        let container = Container.shared
        let ticket = container.bind { [gone] in Ticket(gone) }
        let ticketLater = container.bind { [gone] (_: String) async in Ticket(gone) }
        expectOne(withContainer(changes: { $0.number.override { 3 } }, operation: { ticket() }), of: 2)
        expectOne(await ticketLater("a"), of: 2)
        #expect(count == 2)
    }

    @Test func anErrorLeavesNone() {
        #expect(throws: Failure.offline) {
            _ = try withContainer { _ in
            } operation: { () throws(Failure) -> Ticket in
                _ = Ticket(gone)
                throw .offline
            }
        }
        #expect(count == 1)
    }
}

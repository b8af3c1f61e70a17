import Testing
import WiringLifecycle
import WiringTestSupport
import WiringTesting

/// Notes when it stops.
private final class Pump: Sendable {
    private let events: Collection<String>
    private let hasStopped: AsyncGate

    init(events: Collection<String>, hasStopped: AsyncGate) {
        self.events = events
        self.hasStopped = hasStopped
    }

    func stop() {
        events.add("stop")
        hasStopped.open()
    }
}

extension Container {
    fileprivate var name: Factory<String> { self { "declared" } }
    fileprivate var events: Factory<Collection<String>> { self { Collection() } }
    fileprivate var hasStopped: Factory<AsyncGate> { self { AsyncGate() } }
    fileprivate var item: Factory<Product> { self { Product("item") }.cached }

    fileprivate var pump: Factory<Pump> {
        self { Pump(events: self.events(), hasStopped: self.hasStopped()) }.cached
            .onStop { $0.stop() }
    }
}

private struct Failed: Error {}

private typealias Write = @concurrent @Sendable (inout [String]) async throws -> Void

/// A closure that keeps the child of its operation, as that of a streamed body does.
@Suite(.timeLimit(.minutes(10)), .container { $0.manager.disableAutoRegistration() }) struct BindKeepingChildTests {
    private let events = Collection<String>()
    private let hasStopped = AsyncGate()

    init() {
        Container.shared.events.override(with: events)
        Container.shared.hasStopped.override(with: hasStopped)
    }

    /// A closure from an operation that has ended. It writes whether the child still has the instance of the operation.
    private func write(_ body: @escaping @Sendable () async throws -> Void = {}) -> Write {
        withChildContainer {
            $0.name.override { "child" }
        } operation: {
            let item = Container.shared.item()
            return Container.shared.bindKeepingChild { text in
                text.append(Container.shared.name())
                text.append(Container.shared.item() === item ? "same" : "another")
                try await body()
            }
        }
    }

    /// A closure that keeps a child with a running pump.
    private func writePumping(_ body: @escaping @Sendable () async throws -> Void = {}) async throws -> Write {
        let events = events
        return try await withChildContainer { _ in
        } operation: {
            _ = try await Container.shared.pump.started()
            return Container.shared.bindKeepingChild { _ in
                events.add("write")
                try await body()
            }
        }
    }

    // MARK: - Until when the child is kept

    @Test func theChildKeepsItsInstancesForOneCall() async throws {
        let write = write()
        var text: [String] = []
        try await write(&text)
        #expect(text == ["child", "same"])
        // It is bound to the child all the same.
        try await write(&text)
        #expect(text == ["child", "same", "child", "another"])
    }

    @Test func aClosureTakesAnArgument() async throws {
        let describe = withChildContainer {
            $0.name.override { "child" }
        } operation: {
            let item = Container.shared.item()
            return Container.shared.bindKeepingChild { (number: Int) in
                "\(number) \(Container.shared.name()) \(Container.shared.item() === item)"
            }
        }
        #expect(try await describe(1) == "1 child true")
        #expect(try await describe(2) == "2 child false")
    }

    @Test func whatWasStartedStopsBeforeTheClosureReturns() async throws {
        try await Container.shared.run {
            let write = try await writePumping()
            events.add("operation has ended")
            var text: [String] = []
            try await write(&text)
            events.add("returned")
        }
        #expect(events.values == ["operation has ended", "write", "stop", "returned"])
    }

    @Test func whatWasStartedStopsBeforeTheClosureThrows() async throws {
        try await Container.shared.run {
            let write = try await writePumping { throw Failed() }
            var text: [String] = []
            await #expect(throws: Failed.self) { try await write(&text) }
            events.add("thrown")
        }
        #expect(events.values == ["write", "stop", "thrown"])
    }

    @Test func aClosureThatNobodyCallsEndsTheChildWhenItIsReleased() async throws {
        try await Container.shared.run {
            // The child is not released together with the closure.
            var kept: (child: Container, write: Write?) = try await withChildContainer { _ in
            } operation: {
                _ = try await Container.shared.pump.started()
                return (Container.shared, Container.shared.bindKeepingChild { (_: inout [String]) in })
            }
            events.add("released")
            kept.write = nil
            await hasStopped.pass()
            withExtendedLifetime(kept.child) {}
        }
        #expect(events.values == ["released", "stop"])
    }

    @Test func anOperationThatThrowsReleasesItsClosures() async throws {
        try await Container.shared.run {
            await #expect(throws: Failed.self) {
                try await withChildContainer { _ in
                } operation: {
                    _ = try await Container.shared.pump.started()
                    _ = Container.shared.bindKeepingChild { (_: inout [String]) in }
                    throw Failed()
                }
            }
            events.add("thrown")
        }
        #expect(events.values == ["stop", "thrown"])
    }

    @Test func theLastOfSeveralClosuresEndsTheChild() async throws {
        let events = events
        try await Container.shared.run {
            let writes = try await withChildContainer { _ in
            } operation: {
                _ = try await Container.shared.pump.started()
                return (1...2).map { number in
                    Container.shared.bindKeepingChild { (_: inout [String]) in events.add("write \(number)") }
                }
            }
            var text: [String] = []
            for write in writes { try await write(&text) }
        }
        #expect(events.values == ["write 1", "write 2", "stop"])
    }

    @Test func aClosureDoesNotEndTheOperation() async throws {
        try await withChildContainer { _ in
        } operation: {
            let item = Container.shared.item()
            let write = Container.shared.bindKeepingChild { (_: inout [String]) in }
            var text: [String] = []
            try await write(&text)
            #expect(Container.shared.item() === item)
        }
    }

    @Test func theChildrenAroundAChildAreKept() async throws {
        let events = events
        try await Container.shared.run {
            let write = try await withChildContainer { _ in
            } operation: {
                _ = try await Container.shared.pump.started()
                return withChildContainer { _ in
                } operation: {
                    Container.shared.bindKeepingChild { (_: inout [String]) in events.add("write") }
                }
            }
            var text: [String] = []
            try await write(&text)
        }
        #expect(events.values == ["write", "stop"])
    }

    @Test func aSynchronousOperationEndsAfterTheClosure() async throws {
        let write = withChildContainer { _ in
        } operation: {
            let item = Container.shared.item()
            return Container.shared.bindKeepingChild { (text: inout [String]) in
                text.append(Container.shared.item() === item ? "same" : "another")
            }
        }
        var text: [String] = []
        try await write(&text)
        try await write(&text)
        #expect(text == ["same", "another"])
    }

    // MARK: - What is not kept

    @Test func aChildThatHasEndedStaysEnded() async throws {
        let child = withChildContainer { _ in
        } operation: {
            Container.shared
        }
        let write = child.bindKeepingChild { (items: inout [Product]) in items.append(Container.shared.item()) }
        var items: [Product] = []
        try await write(&items)
        try await write(&items)
        #expect(items[0] !== items[1])
    }

    @Test func aChildWithoutAnOperationDoesNotEnd() async throws {
        let child = Container.shared.child()
        let item = child.item()
        let write = child.bindKeepingChild { (_: inout [String]) in }
        var text: [String] = []
        try await write(&text)
        #expect(child.item() === item)
    }

    @Test func nothingRetainsTheChildAfterwards() async throws {
        weak var released: Container?
        do {
            let write = withChildContainer { _ in
            } operation: {
                released = Container.shared
                return Container.shared.bindKeepingChild { (_: inout [String]) in }
            }
            var text: [String] = []
            try await write(&text)
            #expect(released != nil)
        }
        #expect(released == nil)
    }

    // MARK: - Races

    ///     operation             closure
    ///
    ///     ends                  ends         at the same time
    ///
    /// One of them ends the child.
    @Test func theChildEndsOnceIfOperationAndClosureEndAtTheSameTime() async throws {
        let events = events
        try await Container.shared.run {
            for _ in 0..<1000 {
                let closure = try await withChildContainer { _ in
                } operation: {
                    _ = try await Container.shared.pump.started()
                    let write = Container.shared.bindKeepingChild { (_: inout [String]) in }
                    return Task.detached {
                        var text: [String] = []
                        try await write(&text)
                    }
                }
                try await closure.value
            }
        }
        #expect(events.values == Array(repeating: "stop", count: 1000))
    }
}

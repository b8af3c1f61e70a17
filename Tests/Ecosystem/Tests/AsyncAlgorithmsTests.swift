import AsyncAlgorithms
import Testing
import WiringAsync
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct AsyncAlgorithmsTests {
    @Test func aSharedSourceRunsInTheFirstConsumersContainer() async throws {
        try await Place(
            .stream,
            "`share()`: the source, for every consumer, even after the first has left",
            sees: "the first consumer's",
            write: "`container.bind(source).share()`",
            strictTest: .isSilent("both consumers' containers belong to the test")
        ).check {
            try await Self.secondConsumer(of: Labels().share())
        } remedied: {
            try await Self.secondConsumer(of: Container.labeled(Place.intended).bind(Labels()).share())
        }
    }

    @Test func operatorsThatCreateATaskKeepTheContainerOfTheFirstStep() async throws {
        try await Place(
            .stream,
            "`merge`, `zip`, `combineLatest`, `buffer`, `debounce`, `chunked(by:)`, `chunks(ofCount:or:)`: the source",
            sees: "the first step's",
            write: "`container.bind(source)`, then the operator",
            strictTest: .isSilent("both steps' containers belong to the test")
        ).check {
            try await Self.secondSteps { $0 }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return try await Self.secondSteps { container.bind($0) }
        }
    }

    @Test func operatorsWithoutATaskRunInTheContainerOfEachStep() async throws {
        try await Place(
            .stream,
            "`chain`, `map`, `reductions`, `removeDuplicates`, `_throttle`, and `map` of an `AsyncChannel`: the source and the closures",
            sees: "that of each step"
        ).check {
            let label = "that of each step"
            let labels = [
                try await Self.secondStep(labeled: label) { ticks, _ in ticks },
                try await Self.secondStep(labeled: label) { ticks, _ in chain(ticks, Self.nothing) },
                try await Self.secondStep(labeled: label) { ticks, note in
                    ticks.reductions(into: 0) { _, _ in note() }
                },
                try await Self.secondStep(labeled: label) { ticks, note in
                    ticks.removeDuplicates { _, _ in
                        note()
                        return false
                    }
                },
                try await Self.secondStep(labeled: label) { ticks, note in
                    ticks._throttle(for: .zero) { (_: Void?, _) in note() }
                },
                try await Self.secondStepOfChannel(labeled: label),
            ]
            return merged(labels)
        }
    }

    @Test func aBufferThatALoopHasLeftGoesOn() async throws {
        try await Place(
            .stream,
            "`buffer(policy: .unbounded)`: the source, after the loop has ended with `break`",
            sees: "the ended loop's",
            write: "cancel the loop's task instead; the source then ends",
            strictTest: .isSilent("the loop's container belongs to the test")
        ).check {
            let seen = Seen()
            let (ticks, tick) = AsyncStream<Void>.makeStream()
            weak var held: Held?
            await within("the ended loop's") {
                let holding = Held(seen: seen)
                held = holding
                tick.yield()
                for await _ in ticks.map({ _ in holding.seen.note() }).buffer(policy: .unbounded) { break }
            }
            _ = await seen.next()
            tick.yield()
            let label = await seen.next()
            #expect(held != nil, "what the source holds")
            tick.finish()
            return label
        } remedied: {
            let (ended, looping) = (Seen(), Seen())
            let (ticks, tick) = AsyncStream<Void>.makeStream()
            tick.onTermination = { _ in ended.note(Place.intended) }
            let loop = Task {
                for await _ in ticks.buffer(policy: .unbounded) { looping.note("looping") }
            }
            tick.yield()
            _ = await looping.next()
            loop.cancel()
            return await ended.next()
        }
    }

    @Test func aChannelCallsItsSourceInTheConsumersContainer() async throws {
        try await Place(
            .stream,
            "`MultiProducerSingleConsumerAsyncChannel`: `onProduceMore`, `setOnTerminationCallback`",
            sees: "the consumer's",
            write: "`onProduceMore: container.bind { … }`",
            strictTest: .isSilent("the consumer's container belongs to the test")
        ).check {
            let seen = Seen()
            var channel = Self.makeChannel()
            within(Place.intended) {
                channel.source.setOnTerminationCallback { seen.note() }
                channel.source.send(1) { _ in seen.note() }
            }
            await within("the consumer's") {
                var elements = channel.takeChannel()
                _ = await elements.next()
            }
            return await seen.next(2)
        } remedied: {
            let seen = Seen()
            let container = Container.labeled(Place.intended)
            var channel = Self.makeChannel()
            channel.source.setOnTerminationCallback(container.bind { seen.note() })
            channel.source.send(1, onProduceMore: container.bind { _ in seen.note() })
            await within("the consumer's") {
                var elements = channel.takeChannel()
                _ = await elements.next()
            }
            return await seen.next(2)
        }
    }

    // MARK: - Steps

    private typealias Ticks = AsyncMapSequence<AsyncStream<Void>, Void>

    private static var nothing: AsyncStream<Void> { AsyncStream { $0.finish() } }
    private static var silence: AsyncStream<Void> { AsyncStream { _ in } }

    private static func makeChannel() -> MultiProducerSingleConsumerAsyncChannel<Int, Never>.ChannelAndStream {
        MultiProducerSingleConsumerAsyncChannel.makeChannel(backpressureStrategy: .watermark(low: 1, high: 1))
    }

    /// What the source of a shared sequence sees when a second consumer asks for an element, after the first has left.
    private static func secondConsumer(of shared: some AsyncSequence<String, Never> & Sendable) async throws -> String {
        _ = try await Steps(shared).next(in: "the first consumer's")
        return try await Steps(shared).next(in: "the second consumer's") ?? "none"
    }

    /// What sources see at the second step of each operator that creates a task.
    private static func secondSteps<Source: AsyncSequence & Sendable>(
        _ source: @Sendable (Ticks) -> Source
    ) async throws -> String where Source.Element == Void {
        let labels = [
            try await secondStep { ticks, _ in merge(source(ticks), silence) },
            try await secondStep { ticks, _ in zip(source(ticks), [1, 2].async) },
            try await secondStep { ticks, _ in combineLatest(source(ticks), [1].async) },
            try await secondStep { ticks, _ in source(ticks).buffer(policy: .bounded(1)) },
            try await secondStep { ticks, _ in source(ticks).buffer(policy: .unbounded) },
            try await secondStep { ticks, _ in source(ticks).debounce(for: .nanoseconds(1)) },
            try await secondStep { ticks, _ in source(ticks).chunks(ofCount: 1, or: silence) },
            try await secondStep { ticks, _ in
                source(ticks).chunked(by: AsyncTimerSequence(interval: .milliseconds(1), clock: .continuous))
            },
        ]
        return merged(labels)
    }

    /// What a source, and the closures that note what they see, see at the second step of a sequence that is made of them.
    private static func secondStep<Stepped: AsyncSequence>(
        labeled label: String = "the second step's",
        _ sequence: @Sendable (Ticks, _ note: @escaping @Sendable () -> Void) -> Stepped
    ) async throws -> String {
        let seen = Seen()
        let (ticks, tick) = AsyncStream<Void>.makeStream()
        let steps = Steps(sequence(ticks.map { seen.note() }) { seen.note() })
        tick.yield()
        _ = try await steps.next(in: "the first step's")
        seen.note("second step")
        tick.yield()
        _ = try await steps.next(in: label)
        tick.finish()
        // An element is delivered after all that has made it.
        return merged(Array(await seen.all().drop { $0 != "second step" }.dropFirst()))
    }

    /// What the closure of `map` sees at the second step through a channel.
    private static func secondStepOfChannel(labeled label: String) async throws -> String {
        let seen = Seen()
        let channel = AsyncChannel<Int>()
        let steps = Steps(channel.map { _ in seen.note() })
        let sender = within("the sender's") {
            Task {
                await channel.send(1)
                await channel.send(2)
            }
        }
        _ = try await steps.next(in: "the first step's")
        _ = await seen.next()
        _ = try await steps.next(in: label)
        await sender.value
        return await seen.next()
    }
}

/// What the closure of a source holds.
private final class Held: Sendable {
    let seen: Seen

    init(seen: Seen) { self.seen = seen }
}

/// A few elements, each the label of the container that was current when somebody asked for it.
struct Labels: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
        fileprivate var rest: Int

        mutating func next() async -> String? {
            guard rest > 0 else { return nil }
            rest -= 1
            return current
        }
    }

    var count = 3

    func makeAsyncIterator() -> Iterator { Iterator(rest: count) }
}

import Foundation
import OpenCombine
import OpenCombineDispatch
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct OpenCombineTests {
    @Test func aValueIsReceivedInTheSendersContainer() async throws {
        try await Place(
            .callback,
            "OpenCombine: `sink { }`, `receiveCompletion:`, `map { }`, `tryMap { }`, `filter { }`, `scan { }`, `flatMap { }`, `catch { }`, `handleEvents(receiveOutput:)`",
            sees: "the sender's",
            write: "`sink(receiveValue: container.bind { … })`",
            strictTest: .isSilent("the sender's container belongs to the test")
        ).check {
            let seen = Seen()
            let subject = PassthroughSubject<Void, Refusal>()
            let cancellable = within(Place.intended) { Self.receive(from: subject) { seen.note() } }
            within("the sender's") {
                subject.send()
                subject.send(completion: .failure(Refusal()))
            }
            cancellable.cancel()
            return await seen.next(9)
        } remedied: {
            let seen = Seen()
            let subject = PassthroughSubject<Void, Refusal>()
            let container = Container.labeled(Place.intended)
            let cancellable = Self.receive(from: subject, container.bind { seen.note() })
            within("the sender's") {
                subject.send()
                subject.send(completion: .failure(Refusal()))
            }
            cancellable.cancel()
            return await seen.next(9)
        }
    }

    @Test func aSchedulerCallsInTheProcesssContainer() async throws {
        try await Place(
            .callback,
            "OpenCombine: the same, behind `receive(on:)`, `subscribe(on:)`, `delay`, `debounce`, `throttle` or `timeout` with a queue",
            sees: "the process's",
            write: "the same",
            strictTest: .reportsEscape
        ).check {
            let seen = Seen()
            return await Self.receiveOnQueues(notedBy: seen) { seen.note() }
        } remedied: {
            let seen = Seen()
            return await Self.receiveOnQueues(
                notedBy: seen,
                Container.labeled(Place.intended).bind { (_: Void) in seen.note() }
            )
        }
    }

    @Test func aCollectionIsReceivedInTheContainerOfTheCodeThatCompletesIt() async throws {
        try await Place(
            .callback,
            "OpenCombine: the same, behind `collect(2)` or `collect()`",
            sees: "that of the code that sends the last value or the completion",
            write: "the same",
            strictTest: .isSilent("all senders' containers belong to the test")
        ).check {
            let seen = Seen()
            return await Self.collect(notedBy: seen) { _ in seen.note() }
        } remedied: {
            let seen = Seen()
            return await Self.collect(
                notedBy: seen,
                Container.labeled(Place.intended).bind { (_: [Void]) in seen.note() }
            )
        }
    }

    @Test func aSharedPublisherIsMadeInTheFirstSubscribersContainer() async throws {
        try await Place(
            .callback,
            "OpenCombine: `Deferred { }` and the source of `share()`, for every subscriber",
            sees: "the first subscriber's",
            write: "`Deferred(createPublisher: container.bind { … })`",
            strictTest: .isSilent("both subscribers' containers belong to the test")
        ).check {
            await Self.subscribeTwice { seen in
                Deferred {
                    seen.note()
                    return Empty<Void, Never>(completeImmediately: false)
                }
            }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return await Self.subscribeTwice { seen in
                Deferred(
                    createPublisher: container.bind {
                        seen.note()
                        return Empty<Void, Never>(completeImmediately: false)
                    }
                )
            }
        }
    }

    @Test func aCancellationIsHandledInTheContainerOfTheCodeThatDropsTheSubscription() async throws {
        try await Place(
            .callback,
            "OpenCombine: `AnyCancellable { }`, `handleEvents(receiveCancel:)`",
            sees: "that of the code that cancels or drops it",
            write: "`AnyCancellable(container.bind { … })`",
            strictTest: .isSilent("both containers belong to the test")
        ).check {
            let seen = Seen()
            within(Place.intended) { Self.subscribe { seen.note() } }.dropped()
            return await seen.next(3)
        } remedied: {
            let seen = Seen()
            Self.subscribe(Container.labeled(Place.intended).bind { seen.note() }).dropped()
            return await seen.next(3)
        }
    }

    /// Its closure runs before anyone subscribes. What a subscriber receives is sent by the code that fulfills the promise.
    @Test func aFutureBeginsInTheContainerOfTheCodeThatCreatesIt() async {
        let seen = Seen()
        let future = within("the creator's") {
            Future<Void, Never> { promise in
                seen.note()
                within("the fulfiller's") { promise(.success(())) }
            }
        }
        let cancellable = within("the subscriber's") { future.sink { seen.note() } }
        cancellable.cancel()
        #expect(await seen.all() == ["the creator's", "the subscriber's"])
    }

    // MARK: - Publishers

    /// Calls a closure in nine places for one value and a failure.
    private static func receive(
        from subject: PassthroughSubject<Void, Refusal>,
        _ called: @escaping @Sendable () -> Void
    ) -> AnyCancellable {
        subject
            .map { called() }
            .filter {
                called()
                return true
            }
            .scan(()) { _, _ in called() }
            .flatMap {
                called()
                return Just(())
            }
            .tryMap { called() }
            .handleEvents(receiveOutput: { called() })
            .catch { _ in
                called()
                return Empty<Void, Never>()
            }
            .sink(receiveCompletion: { _ in called() }, receiveValue: { called() })
    }

    /// What subscribers see whose values arrive on a queue.
    private static func receiveOnQueues(
        notedBy seen: Seen,
        _ receive: @escaping @Sendable (()) -> Void
    ) async -> String {
        let subject = CurrentValueSubject<Void, Never>(())
        let throttled = PassthroughSubject<Void, Never>()
        let queue = DispatchQueue(label: "receiver").ocombine
        let cancellables = within(Place.intended) {
            [
                subject.receive(on: queue).sink(receiveValue: receive),
                subject.subscribe(on: queue).sink(receiveValue: receive),
                subject.delay(for: 0, scheduler: queue).sink(receiveValue: receive),
                subject.debounce(for: 0, scheduler: queue).sink(receiveValue: receive),
                subject.timeout(60, scheduler: queue).sink(receiveValue: receive),
                // A throttled publisher ignores what is sent before a subscriber has asked for it.
                throttled.throttle(for: 0, scheduler: queue, latest: true).sink(receiveValue: receive),
            ]
        }
        within(Place.intended) { throttled.send() }
        let labels = await seen.next(6)
        for cancellable in cancellables { cancellable.cancel() }
        return labels
    }

    /// What subscribers see that receive the values of two senders at once.
    private static func collect(
        notedBy seen: Seen,
        _ receive: @escaping @Sendable ([Void]) -> Void
    ) async -> String {
        let subject = PassthroughSubject<Void, Never>()
        let cancellables = within(Place.intended) {
            [subject.collect(2).sink(receiveValue: receive), subject.collect().sink(receiveValue: receive)]
        }
        within("the first sender's") { subject.send() }
        within("that of the code that sends the last value or the completion") {
            subject.send()
            subject.send(completion: .finished)
        }
        for cancellable in cancellables { cancellable.cancel() }
        return await seen.next(2)
    }

    /// What two subscribers of a shared publisher make of it.
    private static func subscribeTwice<Source: Publisher<Void, Never>>(
        _ source: (Seen) -> Source
    ) async -> String {
        let seen = Seen()
        let shared = source(seen).share()
        let cancellables = [
            within("the first subscriber's") { shared.sink { _ in } },
            within("the second subscriber's") { shared.sink { _ in } },
        ]
        for cancellable in cancellables { cancellable.cancel() }
        return merged(await seen.all())
    }

    /// Subscriptions that call a closure when they are cancelled.
    private static func subscribe(_ closure: @escaping @Sendable () -> Void) -> Subscriptions {
        let events = Empty<Void, Never>(completeImmediately: false).handleEvents(receiveCancel: closure)
        return Subscriptions(cancellables: [AnyCancellable(closure), AnyCancellable(closure), events.sink { _ in }])
    }

    /// Subscriptions, which are cancelled or dropped together.
    private struct Subscriptions {
        var cancellables: [AnyCancellable]

        /// Cancels the first one, and drops the others.
        consuming func dropped() {
            within("that of the code that cancels or drops it") {
                cancellables.first?.cancel()
                cancellables = []
            }
        }
    }
}

private struct Refusal: Error {}

extension DispatchQueue { fileprivate var ocombine: OCombine { OCombine(self) } }

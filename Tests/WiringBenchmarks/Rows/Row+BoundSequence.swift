import Wiring
import WiringAsync

extension Row {
    /// Elements of a sequence that are made with a container.
    static let boundSequence = Row(
        "element of a bound sequence",
        against: "TaskLocal.withValue",
        goal: .atMost(1.5)
    ) {
        let container = Container()
        return Comparison(
            subject: Operation(asynchronous: { count in
                for await service in container.bind(Services(count: count)) { consume(service) }
            }),
            baseline: Operation(asynchronous: { count in
                var iterator = Services(count: count).makeAsyncIterator()
                while let service = await Container.$shared.withValue(
                    container,
                    operation: { await iterator.next(isolation: #isolation) }
                ) { consume(service) }
            })
        )
    }
}

private struct Services: AsyncSequence {
    let count: Int

    struct AsyncIterator: AsyncIteratorProtocol {
        let service = Service()
        var remaining: Int

        mutating func next() async -> Service? { await next(isolation: nil) }

        mutating func next(isolation actor: isolated (any Actor)?) async -> Service? {
            guard remaining > 0 else { return nil }
            remaining -= 1
            return service
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(remaining: count) }
}

/// A stream for one consumer, who gets the next element when the test says so.
struct SteppedStream<Element: Sendable>: Sendable {
    let stream: AsyncStream<Element>
    private let requests: AsyncStream<Void>
    private let elements: AsyncStream<Element>.Continuation

    init() {
        let (source, elements) = AsyncStream<Element>.makeStream()
        let (requests, request) = AsyncStream<Void>.makeStream()
        (self.requests, self.elements) = (requests, elements)
        stream = AsyncStream {
            request.yield()
            for await element in source { return element }
            return nil
        } onCancel: {
            elements.finish()
            request.finish()
        }
    }

    /// Waits until the consumer asks for its first element. Comes once, before the steps.
    func waitForConsumer() async { for await _ in requests { return } }

    /// Hands out an element and waits until the consumer is done with it, which it is when it asks for another one.
    ///
    /// - Returns: Whether it has asked for another one. A consumer that was cancelled gets nothing and asks no more.
    @discardableResult
    func step(_ element: Element) async -> Bool {
        elements.yield(element)
        for await _ in requests { return true }
        return false
    }

    /// Ends the stream. A consumer that asks for an element is told so.
    func finish() { elements.finish() }
}

extension SteppedStream<Void> {
    @discardableResult
    func step() async -> Bool { await step(()) }
}

/// A stream for one consumer, which gets each element when the test says.
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

    /// Waits until the consumer requests its first element.
    ///
    /// Call this once, before the first step.
    func waitForConsumer() async { for await _ in requests { return } }

    /// Yields an element and waits until the consumer has processed it.
    ///
    /// - Returns: Whether the consumer requests another element. A
    ///   cancelled consumer gets no element and requests none.
    @discardableResult
    func step(_ element: Element) async -> Bool {
        elements.yield(element)
        for await _ in requests { return true }
        return false
    }

    /// Ends the stream.
    func finish() { elements.finish() }
}

extension SteppedStream<Void> {
    @discardableResult
    func step() async -> Bool { await step(()) }
}

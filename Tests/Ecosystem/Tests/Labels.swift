import WiringTesting

extension Container {
    /// Whose container it is. A container that nobody has labeled is that of the process.
    var label: Factory<String> { self { "the process's" } }

    /// A child of the current container, with a label.
    static func labeled(_ label: String) -> Container {
        let container = Container.shared.child()
        container.label.override { label }
        return container
    }
}

/// The label of the current container.
var current: String { Container.shared.label() }

/// Runs an operation with a child of the current container that has a label.
@discardableResult
func within<Result, Failure: Error>(
    _ label: String,
    _ operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
    try withExistingContainer(Container.labeled(label), operation: operation)
}

@discardableResult
func within<Result, Failure: Error>(
    _ label: String,
    _ operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    try await withExistingContainer(Container.labeled(label), operation: operation)
}

/// The labels, each once.
func merged(_ labels: [String]) -> String { Set(labels).sorted().joined(separator: " or ") }

/// What closures have seen, in the order of their calls. Awaiting the next call is also how tests wait.
final class Seen: Sendable {
    private let labels: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() { (labels, continuation) = AsyncStream.makeStream() }

    /// Notes a label: the current container's, if the closure passes none.
    func note(_ label: String = current) { continuation.yield(label) }

    /// The label of the next call.
    func next() async -> String {
        for await label in labels { return label }
        return "none"
    }

    /// The labels of the next calls, each once.
    func next(_ count: Int) async -> String {
        var labels: [String] = []
        for _ in 0..<count { labels.append(await next()) }
        return merged(labels)
    }

    /// The labels of all calls that have not been awaited. Later calls are not noted.
    func all() async -> [String] {
        continuation.finish()
        var all: [String] = []
        for await label in labels { all.append(label) }
        return all
    }
}

/// Steps a sequence by hand, so that each step can have its own container.
// SAFETY: A test calls `next(in:)` once after the other.
final class Steps<Base: AsyncSequence>: @unchecked Sendable {
    private var iterator: Base.AsyncIterator

    init(_ base: Base) { iterator = base.makeAsyncIterator() }

    /// Takes a step within a container with a label.
    func next(in label: String) async throws -> Base.Element? {
        try await within(label) { try await iterator.next(isolation: #isolation) }
    }
}

/// What a handler of a cancellation sees, if a task with one container cancels a task with another.
func cancel(
    handledBy handle: @escaping @Sendable (_ operation: @Sendable () async -> Void, Seen) async -> Void
) async -> String {
    let (seen, running) = (Seen(), Seen())
    let task = within(Place.intended) {
        Task {
            await handle(
                {
                    running.note("running")
                    await suspendUntilCancelled()
                },
                seen
            )
        }
    }
    _ = await running.next()
    within("the canceller's") { task.cancel() }
    return await seen.next()
}

/// Suspends until the task is cancelled.
private func suspendUntilCancelled() async {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
}

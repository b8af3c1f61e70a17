public import Wiring
public import WiringDemo

/// Counts the containers of requests that exist.
final class LiveRequests: Sendable {
    /// Those of the requests that this task and its child tasks begin.
    @TaskLocal static var current: LiveRequests?

    private struct Request: Sendable {
        weak var container: RequestContainer?
    }

    private let requests = Protected<[Request]>([])

    /// How many containers exist.
    var count: Int { containers.count }

    /// How many containers there have been.
    var total: Int { requests.withLock { $0.count } }

    func add(_ container: RequestContainer) { requests.withLock { $0.append(Request(container: container)) } }

    // Returned, so that none is released under the lock.
    private var containers: [RequestContainer] { requests.withLock { $0.compactMap(\.container) } }
}

/// A request's container registers nothing. It only reports that it exists.
extension RequestContainer: AutoRegistering {
    public func autoRegister() { LiveRequests.current?.add(self) }
}

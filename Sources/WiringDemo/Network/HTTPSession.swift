import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads over HTTP, and reuses connections.
public final class HTTPSession: Sendable {
    /// How long a server may take to answer, in seconds.
    private static let timeout = 10.0

    private let session = URLSession(configuration: .ephemeral)

    /// Creates a session.
    public init() {}

    deinit { session.finishTasksAndInvalidate() }

    /// Loads from a server without using a cache.
    func data(from url: URL) async throws -> Data {
        var request = URLRequest(url: url)
        request.cachePolicy = .reloadIgnoringLocalCacheData
        // The initializer's parameter has no effect on Linux.
        request.timeoutInterval = Self.timeout
        let data: Data
        let response: URLResponse
        do {
            (data, response) = try await session.data(for: request)
        } catch {
            try Task.checkCancellation()
            throw NetworkError.unreachable(url.absoluteString, reason: Self.reason(for: error))
        }
        if let status = (response as? HTTPURLResponse)?.statusCode, !(200..<300).contains(status) {
            throw NetworkError.answered(status, by: url.absoluteString)
        }
        return data
    }

    private static func reason(for error: any Error) -> String {
        switch (error as? URLError)?.code {
        case .timedOut: "no answer within \(Int(timeout)) seconds"
        case .cannotFindHost: "cannot find the host"
        case .cannotConnectToHost: "cannot connect to the server"
        default: error.localizedDescription
        }
    }
}

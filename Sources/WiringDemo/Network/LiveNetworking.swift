import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads from the sample, a file or a server.
struct LiveNetworking: Networking {
    /// The most that is taken from a file.
    static let limit = 64 << 20
    /// How long a server has, in seconds.
    static let timeout = 10.0

    let source: DocumentSource

    func document() async throws -> Document {
        switch source {
        case .sample: Document(name: "accounts.json", data: Data(PackageResources.accounts_json))
        case .file(let path): try await document(atPath: path)
        case .server(let url): try await document(from: url)
        }
    }

    private func document(atPath path: String) async throws -> Document {
        let contents: [UInt8]
        do {
            contents = try await BlockingWork.run { try FileReading.contents(of: path, limit: Self.limit) }
        } catch let error as SystemError {
            throw NetworkError.unreadable(path: path, reason: error.description)
        }
        guard contents.count <= Self.limit else { throw NetworkError.tooLarge(path, limit: Self.limit) }
        return Document(name: path, data: Data(contents))
    }

    private func document(from url: URL) async throws -> Document {
        let name = url.absoluteString
        var request = URLRequest(url: url)
        // Loaded anew each time.
        request.cachePolicy = .reloadIgnoringLocalCacheData
        // Given to the initializer it has no effect on Linux.
        request.timeoutInterval = Self.timeout
        let data: Data
        let response: URLResponse
        do {
            (data, response) = try await URLSession.shared.data(for: request)
        } catch {
            try Task.checkCancellation()
            throw NetworkError.unreachable(name, reason: Self.reason(for: error))
        }
        if let status = (response as? HTTPURLResponse)?.statusCode, !(200..<300).contains(status) {
            throw NetworkError.answered(status, by: name)
        }
        return Document(name: name, data: data)
    }

    private static func reason(for error: any Error) -> String {
        switch (error as? URLError)?.code {
        case .timedOut: "no answer within \(Int(timeout)) seconds"
        case .cannotFindHost: "the host cannot be found"
        case .cannotConnectToHost: "the server cannot be connected to"
        default: error.localizedDescription
        }
    }
}

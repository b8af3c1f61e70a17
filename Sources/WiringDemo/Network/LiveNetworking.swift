import Foundation
import Wiring

/// Loads the sample, a file, or a document on a server.
struct LiveNetworking: Networking {
    /// The largest file that it loads, in bytes.
    private static let limit = 64 << 20

    let source: DocumentSource
    /// Resolved at its first use, because only a server needs it.
    @LazyInjected(\.session) var session

    func document() async throws -> Document {
        switch source {
        case .sample: Document(name: "accounts.json", data: Data(PackageResources.accounts_json))
        case .file(let path): try await document(atPath: path)
        case .server(let url): Document(name: url.absoluteString, data: try await session.data(from: url))
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
}

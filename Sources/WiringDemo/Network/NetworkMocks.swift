import Foundation

/// A network that always returns the same document.
public struct MockJSON: Networking {
    private let json: String

    /// Creates a network that returns a text, which need not be valid JSON.
    public init(_ json: String) { self.json = json }

    public func document() async throws -> Document { Document(name: "the mock's document", data: Data(json.utf8)) }
}

/// A network that always fails.
public struct MockError: Networking {
    private let status: Int

    /// Creates a network that answers every request with an HTTP status.
    public init(_ status: Int) { self.status = status }

    public func document() async throws -> Document { throw NetworkError.answered(status, by: "the server") }
}

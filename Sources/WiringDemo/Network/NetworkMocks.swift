import Foundation

/// A network that has one document.
public struct MockJSON: Networking {
    private let json: String

    /// Makes a network that answers each request with a text, which need not be JSON.
    public init(_ json: String) { self.json = json }

    public func document() async throws -> Document { Document(name: "the mock's document", data: Data(json.utf8)) }
}

/// A network whose server fails.
public struct MockError: Networking {
    private let status: Int

    /// Makes a network that answers each request with an HTTP status.
    public init(_ status: Int) { self.status = status }

    public func document() async throws -> Document { throw NetworkError.answered(status, by: "the server") }
}

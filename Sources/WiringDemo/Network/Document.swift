public import Foundation

/// A document and where it came from.
public struct Document: Sendable, Equatable {
    /// The name to use in an error: a path or a URL.
    public var name: String
    /// The document's bytes.
    public var data: Data

    /// Creates a document.
    public init(name: String, data: Data) {
        self.name = name
        self.data = data
    }
}

public import Foundation

/// What was loaded, and from where.
public struct Document: Sendable, Equatable {
    /// What to call it in an error: a path, a URL.
    public var name: String
    /// Its bytes, as they came.
    public var data: Data

    /// Makes a document.
    public init(name: String, data: Data) {
        self.name = name
        self.data = data
    }
}

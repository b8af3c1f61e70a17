public import Foundation

/// A place to load a document from.
public enum DocumentSource: Sendable, Equatable {
    /// The accounts that ship with the demo.
    case sample
    /// A file of any kind that can be read to its end, of at most 64 MB.
    case file(path: String)
    /// A URL on an HTTP server. The server has ten seconds to answer.
    case server(URL)
}

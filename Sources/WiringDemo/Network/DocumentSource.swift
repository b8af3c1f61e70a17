public import Foundation

/// Where the live network loads from.
public enum DocumentSource: Sendable, Equatable {
    /// The accounts that ship with the demo.
    case sample
    /// A file of any kind that can be read to its end, of 64 MB at most.
    case file(path: String)
    /// An HTTP server. It has ten seconds to answer.
    case server(URL)
}

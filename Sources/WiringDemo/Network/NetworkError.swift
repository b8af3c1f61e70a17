/// Why a document could not be loaded.
public enum NetworkError: Error, Equatable, CustomStringConvertible {
    /// The server answered, but with an HTTP status that is no success.
    case answered(Int, by: String)
    /// No answer came: the host is unknown, refuses the connection, takes too long…
    case unreachable(String, reason: String)
    /// There is no such file, or it cannot be read.
    case unreadable(path: String, reason: String)
    /// The document has more bytes than are taken.
    case tooLarge(String, limit: Int)

    public var description: String {
        switch self {
        case .answered(let status, let server): "\(server) answered \(status)"
        case .unreachable(let server, let reason): "\(server): \(reason)"
        case .unreadable(let path, let reason): "\(path): \(reason)"
        case .tooLarge(let name, let limit): "\(name): larger than \(limit >> 20) MB"
        }
    }
}

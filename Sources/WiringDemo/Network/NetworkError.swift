/// Why a document could not be loaded.
public enum NetworkError: Error, Equatable, CustomStringConvertible {
    /// The server answered with a status that does not mean success.
    case answered(Int, by: String)
    /// The server did not answer. For example, it refused the connection or took too long.
    case unreachable(String, reason: String)
    /// The file does not exist or cannot be read.
    case unreadable(path: String, reason: String)
    /// The document is larger than the limit, which is in bytes.
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

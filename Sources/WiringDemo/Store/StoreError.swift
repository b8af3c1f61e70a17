/// Why a store cannot be used.
public enum StoreError: Error, Equatable, CustomStringConvertible {
    /// The file could not be opened.
    case cannotOpen(path: String, reason: String)
    /// A record could not be written.
    case cannotWrite(path: String, reason: String)

    public var description: String {
        switch self {
        case .cannotOpen(let path, let reason), .cannotWrite(let path, let reason): "\(path): \(reason)"
        }
    }
}

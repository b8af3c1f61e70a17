/// Why there are no accounts to show.
public enum AccountsError: Error, Equatable, CustomStringConvertible {
    /// The account service failed with an HTTP status.
    case answered(Int)
    /// The document is not what it should be.
    ///
    /// - Parameters:
    ///   - document: Its name.
    ///   - place: Where in it, as a path or as line and column; `nil` if that is not known.
    ///   - reason: What is wrong there.
    case malformed(document: String, place: String?, reason: String)

    public var description: String {
        switch self {
        case .answered(let status): "the account service answered \(status)"
        case .malformed(let document, let place?, let reason): "\(document): \(place): \(reason)"
        case .malformed(let document, nil, let reason): "\(document): \(reason)"
        }
    }
}

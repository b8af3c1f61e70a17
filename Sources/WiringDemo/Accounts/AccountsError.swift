/// Why the accounts could not be loaded.
public enum AccountsError: Error, Equatable, CustomStringConvertible {
    /// The account service answered with an HTTP error status.
    case answered(Int)
    /// The document does not have the expected format.
    ///
    /// - Parameters:
    ///   - document: The document's name.
    ///   - place: A path, or a line and a column; `nil` if the position is unknown.
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

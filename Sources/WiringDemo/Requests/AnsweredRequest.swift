/// A request that has been answered.
public struct AnsweredRequest: Sendable, Equatable {
    /// The kinds of answers.
    public enum Kind: String, CaseIterable, Sendable {
        case count, accounts, email, error
    }

    /// The request's number, which is that of its line.
    public let number: Int
    /// The user of the session.
    public let user: String
    /// The kind of the request, or `error`.
    public let kind: Kind
    /// The answer.
    public let text: String

    /// The answer with the number of the request, on a single line.
    public var line: String { "\(number): \(text)" }

    /// The line with the user, for a store. Control characters of the name are escaped.
    public var record: String { "\(user.printable) \(line)" }
}

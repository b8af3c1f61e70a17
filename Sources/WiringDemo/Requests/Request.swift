/// The request of a line.
public enum Request: Sendable, Equatable {
    /// How many screenshots have been taken.
    case count
    /// The accounts.
    case accounts
    /// Whether an e-mail address is available.
    case email(EmailAddress)

    /// The length of the longest line that is a request, in bytes.
    package static let longestLine = 1024

    /// Parses the bytes of a line.
    package init(line: [UInt8]) throws(RequestError) {
        guard line.count <= Self.longestLine else {
            throw RequestError("the line is longer than \(Self.longestLine) bytes")
        }
        guard let text = String(validating: line, as: UTF8.self) else { throw RequestError("the line is not UTF-8") }
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        switch (words.first, words.count) {
        case (nil, _): throw RequestError("the line is empty")
        case ("count", 1): self = .count
        case ("accounts", 1): self = .accounts
        case ("email", 2):
            guard let address = EmailAddress(words[1]) else {
                throw RequestError("'\(words[1].printable)' is not an e-mail address")
            }
            self = .email(address)
        default: throw RequestError("'\(text.printable)' is not a request")
        }
    }
}

/// A line is not a request.
package struct RequestError: Error, CustomStringConvertible {
    /// The problem with the line.
    package let description: String

    init(_ description: String) { self.description = description }
}

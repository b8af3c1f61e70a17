/// A text with the form of an e-mail address.
public struct EmailAddress: Sendable, CustomStringConvertible {
    /// The address with its original case.
    public let description: String

    /// Creates an address from a text with exactly one `@` that has text on both sides. Fails if the text contains
    /// whitespace or an invisible character.
    public init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
        let isPlain = text.unicodeScalars.allSatisfy {
            !$0.properties.isWhitespace && ![.control, .format].contains($0.properties.generalCategory)
        }
        guard isPlain else { return nil }
        description = text
    }
}

extension EmailAddress: Hashable {
    public static func == (a: Self, b: Self) -> Bool { a.description.lowercased() == b.description.lowercased() }

    public func hash(into hasher: inout Hasher) { hasher.combine(description.lowercased()) }
}

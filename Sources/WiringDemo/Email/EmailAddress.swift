/// An address that mail can be sent to, as far as its form tells.
public struct EmailAddress: Sendable, CustomStringConvertible {
    /// The address as it was given.
    public let description: String

    /// Takes a text that has exactly one `@`, with something on either side, and no space or invisible character; of any
    /// other, `nil`.
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

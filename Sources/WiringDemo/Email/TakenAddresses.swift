/// A list of taken addresses. All others are available.
public struct TakenAddresses: EmailChecking {
    /// The addresses. Case is ignored.
    public let addresses: Set<EmailAddress>

    /// Creates a list.
    public init(_ addresses: Set<EmailAddress>) { self.addresses = addresses }

    /// The addresses that are taken by default.
    public static let examples = TakenAddresses(
        Set(["ada@example.com", "grace@example.com"].compactMap(EmailAddress.init))
    )

    public func isAvailable(_ email: String) async -> Bool {
        EmailAddress(email).map { !addresses.contains($0) } ?? false
    }
}

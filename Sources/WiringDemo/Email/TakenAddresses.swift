/// A list of addresses that somebody has. All others are available.
public struct TakenAddresses: EmailChecking {
    /// The addresses, which are compared without regard to case.
    public let addresses: Set<EmailAddress>

    /// Makes a list.
    public init(_ addresses: Set<EmailAddress>) { self.addresses = addresses }

    /// The few that the demo begins with.
    public static let examples = TakenAddresses(
        Set(["ada@example.com", "grace@example.com"].compactMap(EmailAddress.init))
    )

    public func isAvailable(_ email: String) async -> Bool {
        EmailAddress(email).map { !addresses.contains($0) } ?? false
    }
}

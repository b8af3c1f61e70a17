/// Knows which e-mail addresses a new user can have.
public protocol EmailChecking: Sendable {
    /// Whether nobody has the address. A text that is no address is not available.
    func isAvailable(_ email: String) async -> Bool
}

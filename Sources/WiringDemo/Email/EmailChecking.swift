/// Checks which e-mail addresses are available to a new user.
public protocol EmailChecking: Sendable {
    /// Whether the address is available. A text that is not an address is not available.
    func isAvailable(_ email: String) async -> Bool
}

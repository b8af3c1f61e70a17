/// Knows a user's accounts.
public protocol AccountLoading: Sendable {
    /// Loads the accounts anew, in their order.
    ///
    /// - Throws: ``AccountsError``, what the network threw, or `CancellationError` if the task was cancelled.
    func accounts() async throws -> [Account]
}

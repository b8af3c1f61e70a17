/// Loads a user's accounts.
public protocol AccountLoading: Sendable {
    /// Loads the accounts in their order. Each call loads them again.
    ///
    /// - Throws: ``AccountsError``, the network's error, or `CancellationError` if the task is cancelled.
    func accounts() async throws -> [Account]
}

import Foundation

/// An account service that always returns the same two accounts.
public struct MockAccounts: AccountLoading {
    /// Creates the service.
    public init() {}

    public func accounts() async throws -> [Account] {
        [
            Account(name: "Mock checking", balance: 100, currency: "EUR"),
            Account(name: "Mock savings", balance: 2000, currency: "EUR"),
        ]
    }
}

/// An account service that returns no accounts.
public struct MockNoAccounts: AccountLoading {
    /// Creates the service.
    public init() {}

    public func accounts() async throws -> [Account] { [] }
}

/// An account service that always fails.
public struct MockAccountError: AccountLoading {
    private let status: Int

    /// Creates a service that answers every request with an HTTP status.
    public init(_ status: Int) { self.status = status }

    public func accounts() async throws -> [Account] { throw AccountsError.answered(status) }
}

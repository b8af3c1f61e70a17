import Foundation

/// An account service with accounts that never change.
public struct MockAccounts: AccountLoading {
    /// Makes the service.
    public init() {}

    public func accounts() async throws -> [Account] {
        [
            Account(name: "Mock checking", balance: 100, currency: "EUR"),
            Account(name: "Mock savings", balance: 2000, currency: "EUR"),
        ]
    }
}

/// An account service whose user has no account.
public struct MockNoAccounts: AccountLoading {
    /// Makes the service.
    public init() {}

    public func accounts() async throws -> [Account] { [] }
}

/// An account service that fails.
public struct MockAccountError: AccountLoading {
    private let status: Int

    /// Makes a service that answers each request with an HTTP status.
    public init(_ status: Int) { self.status = status }

    public func accounts() async throws -> [Account] { throw AccountsError.answered(status) }
}

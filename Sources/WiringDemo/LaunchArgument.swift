/// The launch arguments that replace a service with a mock.
public enum LaunchArgument: String, CaseIterable, Sendable {
    /// An account service that always returns the same two accounts.
    case mockAccounts = "mock-accounts"
    /// An account service that returns no accounts.
    case mockNoAccounts = "mock-no-accounts"
    /// An account service that answers 404.
    case mockAccountError = "mock-account-error"
    /// A network that answers 404. The account service stays live.
    case mockNetworkError = "mock-network-error"
}

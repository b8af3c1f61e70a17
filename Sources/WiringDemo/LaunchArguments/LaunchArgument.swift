/// The arguments with which a program is launched that shall run on a mock.
public enum LaunchArgument: String, CaseIterable, Sendable {
    /// Two accounts that never change.
    case mockAccounts = "mock-accounts"
    /// No account.
    case mockNoAccounts = "mock-no-accounts"
    /// An account service that answers 404.
    case mockAccountError = "mock-account-error"
    /// A network that answers 404, under the live account service.
    case mockNetworkError = "mock-network-error"
}

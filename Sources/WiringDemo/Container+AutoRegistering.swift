public import Wiring

extension Container: AutoRegistering {
    /// Registers a mock for each ``LaunchArgument``.
    public func autoRegister() {
        accountLoading
            .onArg(LaunchArgument.mockAccounts.rawValue) { MockAccounts() }
            .onArg(LaunchArgument.mockNoAccounts.rawValue) { MockNoAccounts() }
            .onArg(LaunchArgument.mockAccountError.rawValue) { MockAccountError(404) }
        networking.onArg(LaunchArgument.mockNetworkError.rawValue) { MockError(404) }
    }
}

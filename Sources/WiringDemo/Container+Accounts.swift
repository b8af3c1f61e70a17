public import Wiring

extension Container {
    /// The account service.
    public var accountLoading: Factory<any AccountLoading> {
        self { LiveAccountLoading(networking: self.networking()) }
    }

    /// The model of a screen that shows accounts. Each screen gets its own.
    public var accountsViewModel: Factory<AccountsViewModel> {
        self { AccountsViewModel(loading: self.accountLoading()) }
    }
}

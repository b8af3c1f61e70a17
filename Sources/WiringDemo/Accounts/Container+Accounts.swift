public import Wiring

extension Container {
    /// The account service over the network.
    public var accountLoading: Factory<any AccountLoading> {
        self { LiveAccountLoading(networking: self.networking()) }
    }

    /// A screen's model of the accounts.
    public var accountsViewModel: Factory<AccountsViewModel> {
        self { AccountsViewModel(loading: self.accountLoading()) }
    }
}

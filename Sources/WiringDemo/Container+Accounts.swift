public import Wiring

extension Container {
    /// The account service.
    public var accountLoading: Factory<any AccountLoading> { wire(LiveAccountLoading.init) { $0.networking } }

    /// The model of a screen that shows accounts. Each screen gets its own.
    public var accountsViewModel: Factory<AccountsViewModel> { wire(AccountsViewModel.init) { $0.accountLoading } }
}

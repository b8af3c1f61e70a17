public import Observation

/// The model of a screen that shows accounts.
///
/// You can create it on any actor. It stays there, because it is not `Sendable`, and ``load()`` runs there.
@Observable
public final class AccountsViewModel {
    private enum State {
        case notLoaded
        case loaded([Account])
        case failed(any Error)
    }

    private var state = State.notLoaded
    @ObservationIgnored private var loads = 0
    private let loading: any AccountLoading

    /// Creates a model that has not loaded anything.
    public init(loading: any AccountLoading) { self.loading = loading }

    /// Loads the accounts, and returns when the model has the accounts or the error.
    ///
    /// If loads overlap, only the one that began last changes the model. A cancelled load changes nothing.
    public func load() async {
        loads += 1
        let load = loads
        let result: State
        do {
            result = .loaded(try await loading.accounts())
        } catch is CancellationError {
            return
        } catch {
            result = .failed(error)
        }
        if load == loads { state = result }
    }

    /// Whether the last load succeeded.
    public var isLoaded: Bool { if case .loaded = state { true } else { false } }

    /// Whether there are no accounts to show.
    public var isEmpty: Bool { accounts.isEmpty }

    /// Whether the last load failed.
    public var isError: Bool { error != nil }

    /// The accounts of the last load, or none if it failed.
    public var accounts: [Account] { if case .loaded(let accounts) = state { accounts } else { [] } }

    /// The error of the last load, if it failed.
    public var error: (any Error)? { if case .failed(let error) = state { error } else { nil } }
}

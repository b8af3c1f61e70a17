public import Observation

/// What a screen of accounts shows.
@MainActor
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

    /// Makes a model that has loaded nothing yet.
    public init(loading: any AccountLoading) { self.loading = loading }

    /// Loads the accounts, and returns when the model shows them or the error.
    ///
    /// Of several loads at once the last that was begun counts. One whose task is cancelled changes nothing.
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

    /// Whether there is no account to show: none has been loaded, or there is none.
    public var isEmpty: Bool { accounts.isEmpty }

    /// Whether the last load failed.
    public var isError: Bool { error != nil }

    /// The accounts of the last load, if it succeeded.
    public var accounts: [Account] { if case .loaded(let accounts) = state { accounts } else { [] } }

    /// Why the last load failed.
    public var error: (any Error)? { if case .failed(let error) = state { error } else { nil } }
}

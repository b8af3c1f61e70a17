public import Observation
import Synchronization

/// What a screen of accounts shows.
///
/// It changes on the main actor only. It can be made and read anywhere.
@MainActor
@Observable
public final class AccountsViewModel {
    private enum State: Sendable {
        case notLoaded
        case loaded([Account])
        case failed(any Error)
    }

    @ObservationIgnored private nonisolated let stored = Mutex(State.notLoaded)
    @ObservationIgnored private var loads = 0
    private nonisolated let loading: any AccountLoading

    /// Makes a model that has loaded nothing yet.
    public nonisolated init(loading: any AccountLoading) { self.loading = loading }

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
        if load == loads { show(result) }
    }

    /// Whether the last load succeeded.
    public nonisolated var isLoaded: Bool { if case .loaded = state { true } else { false } }

    /// Whether there is no account to show: none has been loaded, or there is none.
    public nonisolated var isEmpty: Bool { accounts.isEmpty }

    /// Whether the last load failed.
    public nonisolated var isError: Bool { error != nil }

    /// The accounts of the last load, if it succeeded.
    public nonisolated var accounts: [Account] { if case .loaded(let accounts) = state { accounts } else { [] } }

    /// Why the last load failed.
    public nonisolated var error: (any Error)? { if case .failed(let error) = state { error } else { nil } }

    private nonisolated var state: State {
        access(keyPath: \.state)
        return stored.withLock { $0 }
    }

    private func show(_ state: State) {
        withMutation(keyPath: \.state) {
            let old = stored.withLock { stored in
                let old = stored
                stored = state
                return old
            }
            _ = consume old
        }
    }
}

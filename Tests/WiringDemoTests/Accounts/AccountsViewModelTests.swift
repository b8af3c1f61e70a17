import Foundation
import Observation
import Testing
import Wiring
import WiringDemo
import WiringTesting

@MainActor
@Suite(.timeLimit(.minutes(10)), .container)
struct AccountsViewModelTests {
    /// A service that waits until the test answers each load.
    private struct Gate: AccountLoading {
        let loads: AsyncStream<CheckedContinuation<[Account], any Error>>
        private let load: AsyncStream<CheckedContinuation<[Account], any Error>>.Continuation

        init() { (loads, load) = AsyncStream.makeStream() }

        func accounts() async throws -> [Account] {
            try await withCheckedThrowingContinuation { load.yield($0) }
        }
    }

    private let one = Account(name: "One", balance: 1, currency: "EUR")
    private let two = Account(name: "Two", balance: 2, currency: "EUR")

    @Test func isEmptyBeforeTheFirstLoad() {
        let model = Container.shared.accountsViewModel()
        #expect(!model.isLoaded)
        #expect(!model.isError)
        #expect(model.isEmpty)
        #expect(model.accounts.isEmpty)
    }

    @Test func loadsTheSampleThroughTheLiveServices() async {
        let model = Container.shared.accountsViewModel()
        await model.load()
        #expect(model.isLoaded)
        #expect(!model.isEmpty)
        #expect(model.accounts.map(\.name) == ["Household", "Savings", "Travel card"])
    }

    @Test func showsTheAccountsOfTheMock() async {
        Container.shared.accountLoading.register { MockAccounts() }
        let model = Container.shared.accountsViewModel()
        await model.load()
        #expect(model.accounts.count == 2)
    }

    @Test(arguments: [
        (LaunchArgument.mockAccountError, "the account service answered 404"),
        (.mockNetworkError, "the server answered 404"),
    ])
    func launchArgumentSelectsAnError(argument: LaunchArgument, text: String) async {
        FactoryContext.setArg(argument.rawValue, forKey: "mock")
        let model = Container.shared.accountsViewModel()
        await model.load()
        #expect(!model.isLoaded)
        #expect(model.isError)
        #expect(model.error.map { "\($0)" } == text)
    }

    @Test(arguments: [(LaunchArgument.mockAccounts, 2), (.mockNoAccounts, 0)])
    func launchArgumentSelectsAccounts(argument: LaunchArgument, count: Int) async {
        FactoryContext.setArg(argument.rawValue, forKey: "mock")
        let model = Container.shared.accountsViewModel()
        await model.load()
        #expect(model.isLoaded)
        #expect(model.accounts.count == count)
        #expect(model.isEmpty == (count == 0))
    }

    @Test func errorReplacesEarlierAccounts() async throws {
        let gate = Gate()
        var loads = gate.loads.makeAsyncIterator()
        let model = AccountsViewModel(loading: gate)
        async let first: Void = model.load()
        try #require(await loads.next()).resume(returning: [one])
        await first
        #expect(model.accounts == [one])
        async let second: Void = model.load()
        try #require(await loads.next()).resume(throwing: AccountsError.answered(500))
        await second
        #expect(model.isError)
        #expect(model.isEmpty)
    }

    /// ```
    /// first load      second load
    /// request
    ///                 request
    ///                 answer: two
    /// answer: one
    /// ```
    @Test func lastOfTwoConcurrentLoadsWins() async throws {
        let gate = Gate()
        var loads = gate.loads.makeAsyncIterator()
        let model = AccountsViewModel(loading: gate)
        let first = Task { await model.load() }
        let firstAnswer = try #require(await loads.next())
        let second = Task { await model.load() }
        let secondAnswer = try #require(await loads.next())
        secondAnswer.resume(returning: [two])
        await second.value
        firstAnswer.resume(returning: [one])
        await first.value
        #expect(model.accounts == [two])
    }

    @Test func observersAreNotifiedWhenTheAccountsAreLoaded() async {
        Container.shared.accountLoading.register { MockAccounts() }
        let model = Container.shared.accountsViewModel()
        let (changes, change) = AsyncStream<Void>.makeStream()
        withObservationTracking {
            _ = model.isEmpty
        } onChange: {
            change.finish()
        }
        await model.load()
        for await _ in changes {}
        #expect(!model.isEmpty)
    }

    @Test func cancelledLoadChangesNothing() async throws {
        let gate = Gate()
        var loads = gate.loads.makeAsyncIterator()
        let model = AccountsViewModel(loading: gate)
        async let load: Void = model.load()
        try #require(await loads.next()).resume(throwing: CancellationError())
        await load
        #expect(!model.isError)
        #expect(!model.isLoaded)
    }
}

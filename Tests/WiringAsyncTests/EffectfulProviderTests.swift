import Testing
import WiringAsync
import WiringModules
import WiringTestSupport
import WiringTesting

private struct NoVault: Error, Equatable {}

private final class Bank: ManagedContainer {
    let manager = ContainerManager()
    let isOpen = Locked(true)
}

extension Bank {
    fileprivate var vault: AsyncFactory<Tracked, NoVault> {
        self { () async throws(NoVault) in
            await Task.yield()
            return try self.opened()
        }
    }
    fileprivate var drawer: ThrowingFactory<Tracked, NoVault> { self { () throws(NoVault) in try self.opened() } }
    fileprivate var page: AsyncParameterFactory<Int, String, Never> { self { "page \($0)" }.scopeOnParameters.cached }
    fileprivate var line: ThrowingParameterFactory<Int, String, any Error> { self { "line \($0)" } }
    fileprivate var clerk: Factory<Clerk> {
        self { Clerk(vault: self.provider(\.vault), drawer: self.provider(\.drawer)) }.cached
    }

    private func opened() throws(NoVault) -> Tracked {
        guard isOpen.withLock({ $0 }) else { throw NoVault() }
        return Tracked(Tracker())
    }
}

/// Stored by the container, and makes more instances.
private final class Clerk: Sendable {
    let vault: AsyncProvider<Tracked, NoVault>
    let drawer: ThrowingProvider<Tracked, NoVault>

    init(vault: AsyncProvider<Tracked, NoVault>, drawer: ThrowingProvider<Tracked, NoVault>) {
        self.vault = vault
        self.drawer = drawer
    }
}

// Functions, because the closure of an exit test has the line of its macro.
private let callLine: UInt = #line + 1
private func open(_ provider: AsyncProvider<Tracked, NoVault>) async throws { _ = try await provider() }

@Suite struct EffectfulProviderTests {
    @Test func resolveAsTheFactoriesDo() async throws {
        let bank = Bank()
        let clerk = bank.clerk()
        #expect(try await clerk.vault() !== clerk.vault())
        #expect(try clerk.drawer() !== clerk.drawer())
        #expect(await bank.provider(\.page)(1) == "page 1")
        #expect(try bank.provider(\.line)(2) == "line 2")
        bank.page.register { "other \($0)" }.reset(.scope)
        #expect(await bank.provider(\.page)(1) == "other 1")
        bank.isOpen.withLock { $0 = false }
        await #expect(throws: NoVault()) { try await clerk.vault() }
        #expect(throws: NoVault()) { try clerk.drawer() }
    }

    @Test func doNotRetainTheContainer() async throws {
        weak var released: Bank?
        do {
            let bank = Bank()
            released = bank
            _ = try await bank.clerk().vault()
        }
        #expect(released == nil)
    }

    @Test func areSendable() async throws {
        let bank = Bank()
        let provider = bank.provider(\.vault)
        _ = try await Task.detached { try await provider() }.value
    }

    @Test func aReleasedContainerIsAnErrorThatNamesTheCall() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let provider = Bank().provider(\.vault)
            try await open(provider)
        }
        expectStandardError(
            of: result,
            contains: "Bank.vault<Tracked> was resolved by a provider whose container has been released",
            "Resolved at WiringAsyncTests/EffectfulProviderTests.swift:\(callLine)"
        )
    }
}

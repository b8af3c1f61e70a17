import Testing
import WiringAsync
import WiringTestSupport
import WiringTesting

private final class Pledges: ManagedContainer {
    let manager = ContainerManager()
}

extension Pledges {
    fileprivate var store: AsyncFactory<Tracked?, any Error> { promised().cached }
    fileprivate var key: ThrowingFactory<String?, any Error> { promised() }
    fileprivate var page: AsyncParameterFactory<Int, String?, Never> { promised() }
    fileprivate var line: ThrowingParameterFactory<Int, String?, any Error> { promised() }
}

private struct Refused: Error, Equatable {}

// Functions, because the closure of an exit test has the line of its macro.
private let callLine: UInt = #line + 1
private func resolve(_ pledges: Pledges) async throws { _ = try await pledges.store() }

@Suite struct EffectfulPromisedTests {
    private let pledges = Pledges().with { $0.manager.promiseTriggersError = false }

    @Test func resolveToNilIfTheErrorIsDisabled() async throws {
        #expect(try await pledges.store() == nil)
        #expect(try pledges.key() == nil)
        #expect(await pledges.page(1) == nil)
        #expect(try pledges.line(1) == nil)
    }

    @Test func resolveToWhatIsRegistered() async throws {
        #expect(try await pledges.store() == nil)
        pledges.store.register {
            await Task.yield()
            return Tracked(Tracker())
        }
        pledges.key.register { throw Refused() }
        pledges.page.register { "page \($0)" }
        pledges.line.register { "line \($0)" }
        #expect(try await pledges.store() != nil)
        #expect(try await pledges.store() === pledges.store())
        #expect(throws: Refused()) { try pledges.key() }
        #expect(await pledges.page(1) == "page 1")
        #expect(try pledges.line(1) == "line 1")
    }

    #if DEBUG
        @Test func stopInADebugBuildByDefault() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try await resolve(Pledges())
            }
            expectStandardError(
                of: result,
                contains: "WiringAsyncTests/EffectfulPromisedTests.swift:\(callLine): Fatal error: ",
                "Pledges.store<Optional<Tracked>> was not registered",
                "Pledges.store<Optional<Tracked>>",
                "`container.store.register { … }`"
            )
        }
    #endif
}

import Testing
import WiringTestSupport
import WiringTesting

private final class Promises: ManagedContainer {
    let manager = ContainerManager()
}

private let accountsLine: UInt = #line + 3

extension Promises {
    var accounts: Factory<(any Service)?> { promised() }
    var names: ParameterFactory<Int, String?> { promised() }
    var cached: Factory<(any Service)?> { promised().cached }
    var outer: Factory<[String]> { self { [self.names(1) ?? "", "\(self.accounts() == nil)"] } }
}

extension Container {
    fileprivate var beacon: Factory<(any Service)?> { promised().onTest { nil } }
}

// Functions, because the closure of an exit test has the line of its macro.
private let callLine: UInt = #line + 1
private func resolveAccounts(_ promises: Promises) { _ = promises.accounts() }
private func resolveCached(_ promises: Promises) { _ = promises.cached() }

@Suite struct PromisedTests {
    private let promises = Promises().with { $0.manager.promiseTriggersError = false }

    @Test func resolvesToNilIfTheErrorIsDisabled() {
        #expect(promises.accounts() == nil)
        #expect(promises.names(1) == nil)
    }

    @Test(.container) func resolvesToNilInAPreview() {
        FactoryContext.current.isPreview = true
        let promises = Promises()
        #expect(!promises.manager.promiseTriggersError)
        #expect(promises.accounts() == nil)
        #expect(promises.names(1) == nil)
    }

    /// What the interface of a module can declare, so that its users' tests need not replace it.
    @Test(.container(.strict)) func aValueForTestsReplacesAPromise() {
        #expect(Container.shared.beacon() == nil)
        Container.shared.beacon.override { MockService() }
        #expect(Container.shared.beacon() is MockService)
    }

    #if DEBUG
        @Test func failsInADebugBuildByDefault() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Promises().accounts()
            }
            expectStandardError(of: result, contains: "> was not registered", "Promises.accounts<")
        }
    #else
        @Test func resolvesToNilInAReleaseBuildByDefault() {
            #expect(Promises().accounts() == nil)
        }
    #endif

    @Test func resolvesToTheRegisteredInstance() {
        promises.accounts.register { MockService() }
        promises.names.register { "number \($0)" }
        #expect(promises.accounts() is MockService)
        #expect(promises.names(1) == "number 1")
    }

    @Test func nilIsNotStored() {
        #expect(promises.cached() == nil)
        promises.cached.register { MockService() }
        #expect(promises.cached() is MockService)
        #expect(promises.cached() === promises.cached())
    }

    @Test func isNilAgainAfterAReset() {
        promises.accounts.register { MockService() }
        promises.accounts.reset()
        #expect(promises.accounts() == nil)
    }

    @Test func aRegisteredPromiseDoesNotFail() {
        promises.manager.promiseTriggersError = true
        promises.accounts.register { MockService() }
        promises.names.register { "number \($0)" }
        #expect(promises.accounts() is MockService)
        #expect(promises.names(1) == "number 1")
    }

    @Test func anUnregisteredPromiseFailsIfTheErrorIsEnabled() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let promises = Promises()
            promises.manager.promiseTriggersError = true
            resolveAccounts(promises)
        }
        let call = "WiringFactoryTests/PromisedTests.swift:\(callLine)"
        expectStandardError(
            of: result,
            contains: call,
            "> was not registered",
            "Promises.accounts<",
            "WiringFactoryTests/PromisedTests.swift:\(accountsLine)",
            "Resolved at \(call)",
            "container.accounts.register { … }",
            "`container.accounts.override { … }` or the trait `.override(\\Promises.accounts) { … }`",
            "container.manager.promiseTriggersError = false"
        )
    }

    @Test func theErrorForAScopedPromiseNamesTheCall() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let promises = Promises()
            promises.manager.promiseTriggersError = true
            resolveCached(promises)
        }
        expectStandardError(
            of: result,
            contains: "was not registered",
            "Resolved at WiringFactoryTests/PromisedTests.swift:\(callLine + 1)"
        )
    }

    @Test func theErrorNamesTheDeclarationIfTheCallIsUnknown() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let promises = Promises()
            promises.manager.promiseTriggersError = true
            let resolve: () -> (any Service)? = promises.accounts.resolve
            _ = resolve()
        }
        expectStandardError(
            of: result,
            contains: "WiringFactoryTests/PromisedTests.swift:\(accountsLine)",
            "> was not registered: it was declared with `promised()`, and nothing provides it",
            "Install the module that provides it"
        )
    }

    @Test func anUnregisteredParameterPromiseFails() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let promises = Promises()
            promises.manager.promiseTriggersError = true
            _ = promises.names(1)
        }
        expectStandardError(
            of: result,
            contains: "Promises.names<Optional<String>> was not registered",
            "WiringFactoryTests/PromisedTests.swift:\(accountsLine + 1)",
            "container.names.register { _ in … }"
        )
    }

    @Test func theErrorNamesThePathToThePromise() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let promises = Promises()
            promises.manager.promiseTriggersError = true
            promises.names.register { "number \($0)" }
            _ = promises.outer()
        }
        expectStandardError(
            of: result,
            contains: "> was not registered",
            "Promises.outer<",
            "WiringFactoryTests/PromisedTests.swift:\(accountsLine + 3)",
            "Promises.accounts<",
            "WiringFactoryTests/PromisedTests.swift:\(accountsLine)",
            "Resolved at WiringFactoryTests/PromisedTests.swift:\(accountsLine + 3)",
            "container.accounts.register { … }"
        )
    }
}

import Foundation
import Testing
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

// Functions, because the closure of an exit test stands at the line of its macro.
private let callLine: UInt = #line + 1
private func resolveAccounts(_ promises: Promises) { _ = promises.accounts() }
private func resolveCached(_ promises: Promises) { _ = promises.cached() }

@Suite struct PromisedTests {
    private let promises = Promises().with { $0.manager.promiseTriggersError = false }

    @Test func resolvesToNilWhereTheErrorIsSwitchedOff() {
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

    #if DEBUG
        @Test func isAnErrorInADebugBuildUnlessItIsSwitchedOff() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Promises().accounts()
            }
            expect(result, toSay: "Service was not registered", "Promises.accounts<")
        }
    #else
        @Test func resolvesToNilInAReleaseBuildUnlessTheErrorIsSwitchedOn() {
            #expect(Promises().accounts() == nil)
        }
    #endif

    @Test func resolvesToWhatIsRegistered() {
        promises.accounts.register { MockService() }
        promises.names.register { "number \($0)" }
        #expect(promises.accounts() is MockService)
        #expect(promises.names(1) == "number 1")
    }

    @Test func nilIsNotKept() {
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

    @Test func aKeptPromiseIsNoError() {
        promises.manager.promiseTriggersError = true
        promises.accounts.register { MockService() }
        promises.names.register { "number \($0)" }
        #expect(promises.accounts() is MockService)
        #expect(promises.names(1) == "number 1")
    }

    @Test func anUnkeptPromiseIsAnErrorWhereItIsSwitchedOn() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let promises = Promises()
            promises.manager.promiseTriggersError = true
            resolveAccounts(promises)
        }
        let call = "WiringTests/PromisedTests.swift:\(callLine)"
        expect(
            result,
            toSay: call,
            "Service was not registered",
            "Promises.accounts<",
            "WiringTests/PromisedTests.swift:\(accountsLine)",
            "Resolved at \(call)",
            "container.accounts.register { … }",
            "container.manager.promiseTriggersError = false"
        )
    }

    @Test func theErrorOfAScopedPromiseNamesTheCallToo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let promises = Promises()
            promises.manager.promiseTriggersError = true
            resolveCached(promises)
        }
        expect(result, toSay: "was not registered", "Resolved at WiringTests/PromisedTests.swift:\(callLine + 1)")
    }

    @Test func whereNobodyKnowsTheCallTheErrorNamesTheDeclaration() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let promises = Promises()
            promises.manager.promiseTriggersError = true
            let resolve: () -> (any Service)? = promises.accounts.resolve
            _ = resolve()
        }
        expect(
            result,
            toSay: "WiringTests/PromisedTests.swift:\(accountsLine)",
            "Service was not registered",
            "Register it before it is first resolved"
        )
    }

    @Test func anUnkeptPromiseForAParameterIsAnErrorToo() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let promises = Promises()
            promises.manager.promiseTriggersError = true
            _ = promises.names(1)
        }
        expect(
            result,
            toSay: "String was not registered",
            "WiringTests/PromisedTests.swift:\(accountsLine + 1)",
            "container.names.register { … }"
        )
    }

    @Test func theErrorNamesThePathToThePromise() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let promises = Promises()
            promises.manager.promiseTriggersError = true
            promises.names.register { "number \($0)" }
            _ = promises.outer()
        }
        expect(
            result,
            toSay: "Service was not registered",
            "Promises.outer<",
            "WiringTests/PromisedTests.swift:\(accountsLine + 3)",
            "Promises.accounts<",
            "WiringTests/PromisedTests.swift:\(accountsLine)",
            "Resolved at WiringTests/PromisedTests.swift:\(accountsLine + 3)",
            "container.accounts.register { … }"
        )
    }

    /// What a failed program wrote has all of `parts`, in their order.
    private func expect(
        _ result: ExitTest.Result?,
        toSay parts: String...,
        at location: SourceLocation = #_sourceLocation
    ) {
        var rest = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)[...]
        for part in parts {
            guard let range = rest.range(of: part) else {
                Issue.record("“\(part)” is missing in “\(rest)”", sourceLocation: location)
                return
            }
            rest = rest[range.upperBound...]
        }
    }
}

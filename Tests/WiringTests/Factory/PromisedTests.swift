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

@Suite struct PromisedTests {
    private let promises = Promises()

    @Test func resolvesToNil() {
        #expect(promises.accounts() == nil)
        #expect(promises.names(1) == nil)
        #expect(promises.manager.promiseTriggersError == false)
    }

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
            _ = promises.accounts()
        }
        expect(
            result,
            toSay: "WiringTests/PromisedTests.swift:\(accountsLine)",
            "Service was not registered",
            "Promises.accounts<",
            "WiringTests/PromisedTests.swift:\(accountsLine)",
            "container.accounts.register { … }"
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
            toSay: "WiringTests/PromisedTests.swift:\(accountsLine + 1)",
            "String was not registered",
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

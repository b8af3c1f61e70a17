import Foundation
import Testing
import WiringFixtures
import WiringInspection
import WiringTesting

extension Container {
    fileprivate var screenshots: Factory<AsyncStream<Void>> {
        self { AsyncStream { _ in } }.onTest { unimplemented("screenshots", placeholder: .finished) }
    }
    fileprivate var now: Factory<@Sendable () -> Double> {
        self { { 0 } }.onTest { unimplemented("now", placeholder: 1) }
    }
    fileprivate var number: Factory<Int> { self { unimplemented("number") } }
    fileprivate var sum: Factory<@Sendable (Int, Int) -> Int> {
        self { { $0 + $1 } }.onTest { unimplemented("sum", placeholder: -1) }
    }
    fileprivate var fetch: Factory<@Sendable (String) async throws -> String> {
        self { { $0 } }.onTest { unimplemented("fetch", placeholder: "") }
    }
    fileprivate var log: Factory<@Sendable () -> Void> {
        self { {} }.onTest { unimplemented("log", placeholder: ()) }
    }
    fileprivate var show: Factory<@MainActor @Sendable (Int) -> Void> {
        self { { _ in } }.onTest { unimplemented("show", placeholder: ()) }
    }
}

extension AsyncStream {
    fileprivate static var finished: AsyncStream { AsyncStream { $0.finish() } }
}

private let declarations = 8

/// All tests share one value. The first test that uses it creates it.
private struct Client: Sendable {
    struct Refused: Error {}
    final class Mutable {}

    let now: @Sendable () -> Double
    let fetch: @Sendable (String) async throws -> String
    let load: @Sendable (Int, Int) throws -> Int
    let track: @Sendable (String) -> Void
    let flush: @Sendable () async -> Void
    let show: @MainActor @Sendable (Int) -> Void
    let count: @Sendable () -> Int
    let typed: @Sendable () throws(Refused) -> Int
    let closed: (@Sendable () throws -> Void)?
    let date: @Sendable () -> Date
    let model: @MainActor (Int, String) -> [Int]
    let stream: @Sendable (Int) async -> AsyncStream<Int>
    let save: @Sendable (sending Mutable) async throws(Refused) -> Int
    let make: @Sendable () -> @Sendable () -> Int
    let optional: @Sendable () -> Int?

    /// The line of `fetch` below.
    static let line = #line + 3
    static let testValue = Client(
        now: unimplemented("now", placeholder: 1),
        fetch: unimplemented("fetch"),
        load: unimplemented("load"),
        track: unimplemented("track"),
        flush: unimplemented("flush"),
        show: unimplemented("show"),
        count: unimplemented("count"),
        typed: unimplemented("typed"),
        closed: unimplemented("closed"),
        date: unimplemented("date"),
        model: unimplemented("model"),
        stream: unimplemented("stream"),
        save: unimplemented("save"),
        make: unimplemented("make"),
        optional: unimplemented("optional")
    )
}

extension Container {
    fileprivate var client: Factory<Client> { self { .testValue } }
    fileprivate var tracking: Factory<Tracking> { self { Tracking(track: unimplemented("track")) } }
}

private struct Tracking: Sendable {
    let track: @Sendable (String) -> Void
}

@Suite(.timeLimit(.minutes(10)), .failuresOnly) struct UnimplementedTests {
    private static let barrier = Barrier(of: 3)
    private static let secondBarrier = Barrier(of: 3)

    @Test(.container, arguments: 1...3) func callOfSharedClientFailsCallingTest(_: Int) async {
        let client = Container.shared.client()
        await Self.barrier.wait()
        withKnownIssue { #expect(client.now() == 1) }
    }

    @Test(.container, arguments: 1...3) func callWithoutPlaceholderFailsCallingTest(_: Int) async {
        let client = Client.testValue
        await Self.secondBarrier.wait()
        withKnownIssue { client.track("event") }
        await withKnownIssue { await client.flush() }
        withKnownIssue { #expect(throws: (any Error).self) { try client.load(1, 2) } }
    }

    @Test func callOfSharedClientFailsTestWithoutTrait() {
        _ = Container.$shared.withValue(Container()) { Container.shared.client() }
        withKnownIssue { #expect(Client.testValue.now() == 1) }
    }

    @Test(.container(.strict), .allow(\.client)) func clientOfUnimplementedFunctionsCanBeCreated() {
        _ = Container.shared.client()
        let notSendable: () -> Int = unimplemented("notSendable")
        _ = notSendable
    }

    @Test(.container) func throwingFunctionFailsTestAndThrows() async {
        let client = Container.shared.client()
        await withKnownIssue {
            let error = await #expect(throws: (any Error).self) { try await client.fetch("page") }
            let message = "\(error as Any)"
            #expect(message.contains("`fetch` of Container.client is unimplemented and was used\n      made at"))
            #expect(message.contains("      made at WiringTestingTests/UnimplementedTests.swift:\(Client.line)"))
        }
        withKnownIssue { #expect(throws: (any Error).self) { try client.load(1, 2) } }
        withKnownIssue { #expect(throws: (any Error).self) { try client.closed?() } }
    }

    @Test(.container) func voidFunctionFailsTestAndReturns() async {
        let client = Container.shared.client()
        withKnownIssue { client.track("event") }
        await withKnownIssue { await client.flush() }
        await withKnownIssue { await client.show(1) }
    }

    /// An error would not match, and would fail the test.
    @Test(.container) func voidFunctionWithTypedErrorFailsTestAndReturns() throws {
        let close: @Sendable () throws(Client.Refused) -> Void = unimplemented("close")
        try withKnownIssue {
            try close()
        } matching: {
            $0.comments.first?.rawValue.hasPrefix("Wiring: close is unimplemented") == true
        }
    }

    @Test(.container) func functionWithInoutParameterLeavesItAlone() {
        var numbers = [1, 2]
        let sort: @Sendable (inout [Int], Bool) throws -> Int = unimplemented("sort")
        withKnownIssue { #expect(throws: (any Error).self) { try sort(&numbers, true) } }
        let clear: @Sendable (inout [Int]) -> Void = unimplemented("clear")
        withKnownIssue { clear(&numbers) }
        let fill: @Sendable (inout [Int]) -> Int = unimplemented("fill", placeholder: 3)
        withKnownIssue { #expect(fill(&numbers) == 3) }
        #expect(numbers == [1, 2])
    }

    #if DEBUG || os(Linux)
        @Test func anyOtherFunctionWithoutPlaceholderStopsProgram() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().client().count()
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("Wiring: `count` of Container.client is unimplemented and was used"))
            #expect(text.contains("UnimplementedTests.swift:"))
            #expect(text.contains("Give it a value in this test: `container.client.modify { $0.count = … }`"))
        }

        @Test func functionWithTypedErrorStopsProgram() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = try? Container().client().typed()
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("`typed` of Container.client is unimplemented and was used"))
        }

        @Test func messageInProgramSuggestsRegistering() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                FactoryContext.current.isTest = false
                _ = Container().number()
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("Register it before it is used: `container.number.register { … }`."))
            #expect(!text.contains("test:"))
        }
    #endif

    @Test(
        .expecting(
            "Wiring: screenshots is unimplemented and was used",
            "      Container.screenshots<AsyncStream<()>>  WiringTestingTests/UnimplementedTests.swift:\(declarations + 1)",
            "Override it in this test: `container.screenshots.override(with: …)`.",
            "If the test may use its placeholder, write the trait `.allow(\\.screenshots)`.",
            at: declarations + 1
        ),
        .container
    ) func valueFailsTestAndReturnsPlaceholder() async {
        for await _ in Container.shared.screenshots() { Issue.record("the placeholder has no element") }
    }

    @Test(.container(.strict)) func valueFailsStrictTest() {
        withKnownIssue { _ = Container.shared.screenshots() }
    }

    @Test(.container, .override(\.screenshots) { .finished }) func overriddenDependencyDoesNotFailTest() async {
        for await _ in Container.shared.screenshots() {}
    }

    @Test(.container(.strict), .allow(\.screenshots, \.now)) func allowedDependencyDoesNotFailTest() async {
        for await _ in Container.shared.screenshots() { Issue.record("the placeholder has no element") }
        let now = Container.shared.now()
        #expect(now() == 1)
        #expect(await Task.detached { now() }.value == 1)
    }

    @Test(.allow(\.screenshots, \.now)) func dependencyIsAllowedWithoutTestsOwnContainer() async {
        let container = Container()
        for await _ in container.screenshots() {}
        let now = container.now()
        #expect(await Task.detached { now() }.value == 1)
    }

    @Test(.container, .allow(\.tracking)) func functionIsAllowedByDependencyThatCreatesIt() {
        Container.shared.tracking().track("event")
    }

    @Test(.container, .allow(\.now)) func functionOfOtherDependencyIsNotAllowed() {
        withKnownIssue { Container.shared.tracking().track("event") }
    }

    @Test(.container, .allow(\.now)) func otherDependencyIsNotAllowed() {
        withKnownIssue { _ = Container.shared.screenshots() }
    }

    @Test(.container) func functionFailsTestWhenCalled() {
        let (now, sum) = (Container.shared.now(), Container.shared.sum())
        withKnownIssue { #expect(now() == 1) }
        withKnownIssue { #expect(sum(1, 2) == -1) }
        withKnownIssue { #expect(sum(1, 2) == -1) }
    }

    @Test(
        .expecting(
            "Wiring: now is unimplemented and was used",
            "      made at WiringTestingTests/UnimplementedTests.swift:\(declarations + 4)",
            "      Container.now<*",
            "Override it *",
            "If *",
            at: declarations + 4
        ),
        .container
    ) func functionCalledInDetachedTaskFailsTestAtItsEnd() async {
        let now = Container.shared.now()
        await Task.detached { _ = now() }.value
    }

    @Test(
        .expecting("Wiring: now is unimplemented and was used", "…", at: declarations + 4),
        .container
    ) func functionOfObservedContainerCalledInDetachedTaskFailsTest() async {
        let container = Container()
        let observation = container.observe(.resolutions) { _ in }
        let now = container.now()
        await Task.detached { _ = now() }.value
        observation.cancel()
    }

    @Test(.container) func functionMayBeAsyncThrowingOrVoid() async {
        let (fetch, log, show) = (Container.shared.fetch(), Container.shared.log(), Container.shared.show())
        let pages = Lines()
        await withKnownIssue { pages.add(try await fetch("page")) }
        #expect(pages.count == 1)
        withKnownIssue { log() }
        await withKnownIssue { await show(1) }
    }

    @Test(
        .expecting(
            "Wiring: now is unimplemented and was used",
            "      made at WiringTestingTests/UnimplementedTests.swift:\(declarations + 4)",
            "      Container.now<*",
            "Override it *",
            "If *",
            at: declarations + 4
        ),
        .container
    ) func callsInDetachedTaskAreReportedOnceAtEnd() async {
        let now = Container.shared.now()
        withKnownIssue { _ = now() }
        await Task.detached { for _ in 0..<100 { _ = now() } }.value
    }

    @Test(
        .expecting(
            "Wiring: screenshots is *",
            "      Container.screenshots<*",
            "Override it *",
            "If *",
            at: declarations + 1
        ),
        .container
    ) func containerUsedOnThreadFailsItsTest() async {
        let container = Container.shared
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                _ = container.screenshots()
                continuation.resume()
            }
        }
    }

    @Test func containerWithoutTraitFailsTest() {
        let container = Container()
        withKnownIssue { _ = container.screenshots() }
    }

    #if DEBUG || os(Linux)
        @Test func valueWithoutPlaceholderStopsProgram() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().number()
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("number is unimplemented and was used"))
            #expect(text.contains("container.number.override(with: …)"))
        }
    #endif
}

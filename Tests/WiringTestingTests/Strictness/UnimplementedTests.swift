import Foundation
import Testing
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

private let declarations = 6

@Suite struct UnimplementedTests {
    @Test(
        .expecting(
            "screenshots is unimplemented and was used",
            "      Container.screenshots<AsyncStream<()>>  WiringTestingTests/UnimplementedTests.swift:\(declarations + 1)",
            "Override it in this test: `container.screenshots.override { … }`.",
            at: declarations + 1
        ),
        .container
    ) func aValueFailsTheTestAndYieldsThePlaceholder() async {
        for await _ in Container.shared.screenshots() { Issue.record("the placeholder has no element") }
    }

    @Test(.container(.strict)) func aStrictTestSaysNoMoreThanThat() {
        withKnownIssue { _ = Container.shared.screenshots() }
    }

    @Test(.container, .override(\.screenshots) { .finished }) func whatIsOverriddenFailsNothing() async {
        for await _ in Container.shared.screenshots() {}
    }

    @Test(.container) func aFunctionFailsTheTestWhenItIsCalled() {
        let (now, sum) = (Container.shared.now(), Container.shared.sum())
        withKnownIssue { #expect(now() == 1) }
        withKnownIssue { #expect(sum(1, 2) == -1) }
        withKnownIssue { #expect(sum(1, 2) == -1) }
    }

    @Test(
        .expecting("now is unimplemented and was used", "      Container.now<*", "Override it *", at: declarations + 4),
        .container
    ) func aFunctionThatIsCalledElsewhereFailsTheTestAtItsEnd() async {
        let now = Container.shared.now()
        await Task.detached { _ = now() }.value
    }

    @Test(.container) func aFunctionMaySuspendThrowAndReturnNothing() async {
        let (fetch, log, show) = (Container.shared.fetch(), Container.shared.log(), Container.shared.show())
        let pages = Lines()
        await withKnownIssue { pages.add(try await fetch("page")) }
        #expect(pages.count == 1)
        withKnownIssue { log() }
        await withKnownIssue { await show(1) }
    }

    @Test(
        .expecting("now is unimplemented and was used", "      Container.now<*", "Override it *", at: declarations + 4),
        .container
    ) func whatIsUsedElsewhereIsToldOnceAtTheEnd() async {
        let now = Container.shared.now()
        withKnownIssue { _ = now() }
        await Task.detached { for _ in 0..<100 { _ = now() } }.value
    }

    @Test(
        .expecting("screenshots is *", "      Container.screenshots<*", "Override it *", at: declarations + 1),
        .container
    ) func aContainerInHandFailsItsTestFromAThread() async {
        let container = Container.shared
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                _ = container.screenshots()
                continuation.resume()
            }
        }
    }

    @Test func withoutAContainerOfItsOwnTheTestFailsAsWell() {
        let container = Container()
        withKnownIssue { _ = container.screenshots() }
    }

    #if DEBUG || os(Linux)
        @Test func withoutAPlaceholderItEndsTheProgram() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().number()
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("number is unimplemented and was used"))
            #expect(text.contains("container.number.override { … }"))
        }
    #endif
}

import Testing
import WiringAsync
import WiringFixtures
import WiringTesting

extension Container {
    fileprivate var live: Factory<Int> { self { 1 } }
    fileprivate var kept: Factory<Named> { self { Named("declared") }.singleton }
    fileprivate var allowed: Factory<Int> { self { 2 } }
    fileprivate var slow: AsyncFactory<Int, Never> { self { await later(3) } }
    fileprivate var fallible: ThrowingFactory<Int, any Error> { self { try checked(4) } }
}

private func later(_ number: Int) async -> Int { number }

private func checked(_ number: Int) throws -> Int { number }

private final class Till: TaskLocalContainer {
    @TaskLocal static var shared = Till()
    static var taskLocal: TaskLocal<Till> { $shared }

    let manager = ContainerManager()

    var drawer: Factory<Int> { self { 5 } }
    var slot: Factory<Int> { self { 6 } }
}

private struct Refused: Error, Equatable {}

/// `withTestContainer(.strict)` in tests of Swift Testing. ``XCTestTests`` covers those of XCTest.
@Suite(.timeLimit(.minutes(10)), .failuresOnly) struct StrictOperationTests {
    @Test func liveDependencyFailsTestAtItsLine() {
        withKnownIssue {
            withTestContainer(.strict) { _ = Container.shared.live() }
        } matching: { issue in
            issue.sourceLocation?.line == #line - 2 && issue.sourceLocation?.filePath == #filePath
                && issue.comments.first?.rawValue.hasPrefix(
                    "Wiring: this strict test used the real Container.live<Int>"
                ) == true
        }
    }

    @Test func liveDependencyOfAsynchronousOperationFailsTest() async {
        await withKnownIssue {
            await withTestContainer(.strict) {
                await Task.yield()
                _ = Container.shared.live()
            }
        }
    }

    @Test @MainActor func asynchronousOperationRunsOnCallersActor() async {
        let value = await withTestContainer(.strict) {
            await Task.yield()
            $0.live.override { 3 }
        } operation: {
            await Task.yield()
            MainActor.assertIsolated()
            return Container.shared.live()
        }
        #expect(value == 3)
    }

    @Test func unusedReplacementFailsTestWhenOperationEnds() {
        let line = #line + 2
        withKnownIssue {
            withTestContainer(.strict, changes: { $0.live.override { 2 } }, operation: {})
        } matching: { issue in
            issue.sourceLocation?.line == line
                && issue.comments.first?.rawValue.contains("has an override that was never used") == true
        }
    }

    @Test func replacedAndAllowedDependenciesPass() {
        let sum = withTestContainer(.strict, allowing: \.allowed) {
            $0.live.override { 3 }
        } operation: {
            Container.shared.live() + Container.shared.allowed()
        }
        #expect(sum == 5)
        withTestContainer(.strict, allowing: \.allowed, \.live) {
            Container.shared.allowed.override { 3 }
            #expect(Container.shared.live() == 1)
        }
    }

    @Test func dependenciesOfEveryKindCanBeAllowed() async throws {
        let sum = try await withTestContainer(.strict, allowing: \.live, \.slow, \.fallible) {
            try await Container.shared.live() + Container.shared.slow() + Container.shared.fallible()
        }
        #expect(sum == 8)
    }

    @Test(.container(.strict), .allow(\.live, \.slow, \.fallible)) func aTraitAllowsEveryKind() async throws {
        #expect(try await Container.shared.live() + Container.shared.slow() + Container.shared.fallible() == 8)
    }

    @Test func containersOfOtherTypesCanBeChecked() async {
        withTestContainer(.strict, for: Till.self, allowing: \Till.drawer) {
            Till.shared.slot.override { 7 }
            #expect(Till.shared.drawer() + Till.shared.slot() == 12)
        }
        let outside = Till.shared
        await withTestContainer(.strict, for: Container.self, Till.self, allowing: \Till.drawer, \Container.slow) {
            #expect(await Till.shared.drawer() + Container.shared.slow() == 8)
            #expect(Till.shared !== outside)
        }
        withKnownIssue {
            withTestContainer(.strict, for: Container.self, Till.self) { _ = Till.shared.drawer() }
        } matching: { issue in
            let advice = "`withTestContainer(…, allowing: \\Till.drawer)`"
            return issue.sourceLocation?.line == #line - 3 && issue.comments.first?.rawValue.contains(advice) == true
        }
    }

    @Test func changesThatThrowSkipTheOperation() async {
        func refuse() throws { throw Refused() }
        #expect(throws: Refused.self) {
            try withTestContainer(.strict, changes: { _ in try refuse() }) { Issue.record("the operation has run") }
        }
        await #expect(throws: Refused.self) {
            try await withTestContainer(.strict) { _ in
                await Task.yield()
                try refuse()
            } operation: {
                await Task.yield()
                Issue.record("the operation has run")
            }
        }
    }

    @Test func changesThatMayThrowChangeTheContainer() async throws {
        func value() throws -> Int { 3 }
        let number = try withTestContainer(.strict, changes: { $0.live.override(with: try value()) }) {
            Container.shared.live()
        }
        let later = try await withTestContainer(.strict) {
            await Task.yield()
            $0.live.override(with: try value())
        } operation: {
            await Task.yield()
            return Container.shared.live()
        }
        #expect([number, later] == [3, 3])
    }

    @Test func errorPassesThroughWithoutReportOfUnusedReplacements() async {
        func refuse() throws(Refused) { throw Refused() }
        do throws(Refused) {
            try withTestContainer(.strict) { () throws(Refused) in
                Container.shared.live.override { 2 }
                try refuse()
            }
        } catch {
            #expect(error == Refused())
        }
        #expect(throws: Refused()) {
            try withTestContainer(.strict, changes: { $0.live.override { 2 } }, operation: refuse)
        }
        await #expect(throws: Refused.self) {
            try await withTestContainer(.strict) {
                await Task.yield()
                try refuse()
            }
        }
    }

    @Test func operationBeginsWithNothingUnlessItInherits() {
        withContainer { container in
            container.live.register { 4 }
        } operation: {
            let outside = Container.shared.kept()
            withTestContainer(.strict, allowing: \.live, \.kept) {
                #expect(Container.shared.live() == 1)
                #expect(Container.shared.kept() !== outside)
            }
            withTestContainer([.strict, .inheriting], allowing: \.live, \.kept) {
                #expect(Container.shared.live() == 4)
                #expect(Container.shared.kept() === outside)
            }
            #expect(Container.shared.kept() === outside)
        }
    }

    @Test func inheritedRegistrationIsLive() {
        withContainer {
            $0.live.register { 4 }
        } operation: {
            withKnownIssue { withTestContainer([.strict, .inheriting]) { _ = Container.shared.live() } }
        }
    }

    @Test(.container(.strict)) func operationIsCheckedApartFromItsStrictTest() {
        withTestContainer(.strict, allowing: \.live) { _ = Container.shared.live() }
        let outer = Container.shared
        outer.live.override { 2 }
        #expect(outer.live() == 2)
        withKnownIssue { withTestContainer(.strict) { _ = Container.shared.live() } }
        #expect(outer.resolutions.map(\.name) == ["live"])
    }

    @Test func operationWithoutStrictnessPasses() {
        #expect(withTestContainer(.inheriting) { Container.shared.live() } == 1)
    }

    @Test func containerIsReleasedAfterOperation() {
        weak var container: Container?
        withTestContainer(.strict, allowing: \.kept) {
            container = Container.shared
            _ = Container.shared.kept()
        }
        #expect(container == nil)
    }
}

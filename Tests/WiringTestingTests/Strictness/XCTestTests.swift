import Foundation
import Testing
import WiringFoundation
import WiringTesting
import XCTest

/// All tests share one value.
private struct Clock: Sendable {
    let now: @Sendable () -> Double
    let tick: @Sendable () -> Void
    let wait: @Sendable () throws -> Int

    static let testValue = Clock(
        now: unimplemented("now", placeholder: 1),
        tick: unimplemented("tick"),
        wait: unimplemented("wait")
    )
    /// Created by the first strict test.
    static let sharedValue = Clock(now: { 0 }, tick: unimplemented("sharedTick"), wait: { 0 })
}

private let declarations = 14

extension Container {
    fileprivate var zone: Factory<String> { self { "" }.onTest { unimplemented("zone", placeholder: "UTC") } }
    fileprivate var live: Factory<Int> { self { 1 } }
    fileprivate var allowed: Factory<Int> { self { 1 } }
    fileprivate var clock: Factory<Clock> { self { .sharedValue }.onTest { .sharedValue } }
}

/// These fail, and run in another process: see ``XCTestTests``.
final class UnimplementedProbes: XCTestCase {
    override func invokeTest() {
        if TestProcess.isCurrent { super.invokeTest() }
    }

    func testCallsFunction() { XCTAssertEqual(Clock.testValue.now(), 1) }
    func testCallsFunctionAgain() { XCTAssertEqual(Clock.testValue.now(), 1) }
    func testCallsVoidFunction() { Clock.testValue.tick() }
    func testCallsThrowingFunction() { XCTAssertThrowsError(try Clock.testValue.wait()) }
    func testCallsFunctionInDetachedTask() async { await Task.detached { Clock.testValue.tick() }.value }
    func testUsesValue() { XCTAssertEqual(Container.shared.zone(), "UTC") }
    func testUsesControlledValue() { _ = Container.shared.date().now }
    static let lineOfControlledValue = #line - 1
    func testCallsNone() { _ = Clock.testValue }
}

/// Some of these fail: see ``XCTestTests``.
final class StrictProbes: XCTestCase {
    override func invokeTest() {
        guard TestProcess.isCurrent else { return }
        withTestContainer(.strict, allowing: \.allowed) { super.invokeTest() }
    }

    private static let kept = Protected<[Container]>([])

    private static let strictLine = #line
    func testLive() { for _ in 1...2 { XCTAssertEqual(Container.shared.live(), 1) } }
    func testLiveInChildTask() async { await Task { _ = Container.shared.live() }.value }
    func testEscape() async { await Task.detached { _ = Container.shared.live() }.value }
    func testUnused() { Container.shared.live.override { 2 } }
    func testSharedTick1() {
        // Its report outlives the test, and must not take the later calls.
        Self.kept.withLock { $0.append(Container.shared) }
        Container.shared.clock().tick()
    }
    func testSharedTick2() async { await Task.detached { Clock.sharedValue.tick() }.value }
    func testSharedTick3() async { await Task.detached { Clock.sharedValue.tick() }.value }
    func testPasses() {
        Container.shared.live.override { 2 }
        XCTAssertEqual(Container.shared.live() + Container.shared.allowed(), 3)
        XCTAssertEqual(Container.shared.resolutions.map(\.name), ["live", "allowed"])
        withContainer(changes: { $0.live.override { 3 } }, operation: { XCTAssertEqual(Container.shared.live(), 3) })
    }

    static func line(_ offset: Int) -> Int { strictLine + offset }
}

#if os(Linux)
    @Suite(.timeLimit(.minutes(10))) struct XCTestTests {
        @Test func unimplementedDependencyFailsXCTestAtItsLine() async throws {
            let run = try await TestProcess(xctest: "UnimplementedProbes")
            #expect(run.status != 0)
            let now = "XCTestTests.swift:\(declarations): error: UnimplementedProbes"
            for test in ["testCallsFunction", "testCallsFunctionAgain"] {
                #expect(run.output.contains("\(now).\(test) : failed - Wiring: now is unimplemented and was used"))
            }
            let tick = "XCTestTests.swift:\(declarations + 1): error: UnimplementedProbes"
            for test in ["testCallsVoidFunction", "testCallsFunctionInDetachedTask"] {
                #expect(run.output.contains("\(tick).\(test) : failed - Wiring: tick is unimplemented and was used"))
            }
            let wait = "XCTestTests.swift:\(declarations + 2): error: UnimplementedProbes"
            #expect(run.output.contains("\(wait).testCallsThrowingFunction : failed - Wiring: wait is unimplemented"))
            let zone = "XCTestTests.swift:\(declarations + 11): error: UnimplementedProbes"
            #expect(run.output.contains("\(zone).testUsesValue : failed - Wiring: zone is unimplemented and was used"))
            let date = "XCTestTests.swift:\(UnimplementedProbes.lineOfControlledValue): error: UnimplementedProbes"
            #expect(run.output.contains("\(date).testUsesControlledValue : failed - Wiring: date is unimplemented"))
            #expect(run.output.contains("Executed 8 tests, with 7 failures (0 unexpected)"))
        }

        @Test func strictContainerFailsXCTestAtTheLineOfTheUse() async throws {
            let run = try await TestProcess(xctest: "StrictProbes")
            #expect(run.status != 0)
            func expect(_ test: String, _ line: Int, _ message: String) {
                let failures = run.output.split(separator: "\n").filter {
                    $0.contains("XCTestTests.swift:\(line): error: StrictProbes.\(test) : failed - \(message)")
                }
                #expect(failures.count == 1, "\(test): \(run.output)")
            }
            expect(
                "testLive",
                StrictProbes.line(1),
                "Wiring: this strict test used the real Container.live<Int>: it has no override"
            )
            expect(
                "testLiveInChildTask",
                StrictProbes.line(2),
                "Wiring: this strict test used the real Container.live<Int>"
            )
            expect(
                "testEscape",
                StrictProbes.line(3),
                "Wiring: Container.live<Int> was resolved from the container of the process"
            )
            expect(
                "testUnused",
                StrictProbes.line(4),
                "Wiring: Container.live<Int> has an override that was never used"
            )
            for test in 1...3 {
                expect("testSharedTick\(test)", declarations + 5, "Wiring: `sharedTick` of Container.clock")
            }
            #expect(
                run.output.contains(
                    "If it is the code under test, allow it: `withTestContainer(…, allowing: \\Container.live)`."
                )
            )
            #expect(run.output.contains("Test Case 'StrictProbes.testPasses' passed"))
            #expect(run.output.contains("Executed 8 tests, with 7 failures (0 unexpected)"))
        }
    }
#endif

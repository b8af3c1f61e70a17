import Foundation
import Testing
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
}

private let declarations = 13

extension Container {
    fileprivate var zone: Factory<String> { self { "" }.onTest { unimplemented("zone", placeholder: "UTC") } }
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
    func testCallsNone() { _ = Clock.testValue }
}

#if os(Linux)
    @Suite(.timeLimit(.minutes(10))) struct XCTestTests {
        @Test func unimplementedDependencyFailsXCTestAtItsLine() async throws {
            let run = try await TestProcess(xctest: "UnimplementedProbes")
            #expect(run.status != 0)
            let now = "XCTestTests.swift:\(declarations): error: UnimplementedProbes"
            for test in ["testCallsFunction", "testCallsFunctionAgain"] {
                #expect(run.output.contains("\(now).\(test) : failed - now is unimplemented and was used"))
            }
            let tick = "XCTestTests.swift:\(declarations + 1): error: UnimplementedProbes"
            for test in ["testCallsVoidFunction", "testCallsFunctionInDetachedTask"] {
                #expect(run.output.contains("\(tick).\(test) : failed - tick is unimplemented and was used"))
            }
            let wait = "XCTestTests.swift:\(declarations + 2): error: UnimplementedProbes"
            #expect(run.output.contains("\(wait).testCallsThrowingFunction : failed - wait is unimplemented"))
            let zone = "XCTestTests.swift:\(declarations + 9): error: UnimplementedProbes"
            #expect(run.output.contains("\(zone).testUsesValue : failed - zone is unimplemented and was used"))
            #expect(run.output.contains("Executed 7 tests, with 6 failures (0 unexpected)"))
        }
    }
#endif

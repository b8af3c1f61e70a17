import Testing
import WiringTesting
import XCTest

extension Container {
    fileprivate var live: Factory<Int> { self { 1 } }
}

private struct Refused: Error {}

/// Some of these fail, and run in another process: see ``XCTestSkipTests``.
final class SkipProbes: XCTestCase {
    override func invokeTest() {
        guard TestProcess.isCurrent else { return }
        withTestContainer(.strict, changes: { $0.live.override { 2 } }, operation: { super.invokeTest() })
    }

    override func setUpWithError() throws { try XCTSkipIf(name.hasSuffix("testSkippedBySetUp"), "by its setup") }

    func testSkipped() throws { throw XCTSkip("by itself") }
    func testSkippedAsynchronously() async throws {
        await Task.yield()
        throw XCTSkip("by itself")
    }
    func testSkippedBySetUp() {}
    func testThrows() throws { throw Refused() }
    func testThrowsAsynchronously() async throws {
        await Task.yield()
        throw Refused()
    }
    func testUsesNothing() {}
    func testUsesReplacement() { XCTAssertEqual(Container.shared.live(), 2) }
}

#if os(Linux)
    @Suite(.timeLimit(.minutes(10))) struct XCTestSkipTests {
        @Test func skippedTestNeedNotUseItsReplacements() async throws {
            let run = try await TestProcess(xctest: "SkipProbes")
            for test in ["testSkipped", "testSkippedAsynchronously", "testSkippedBySetUp"] {
                #expect(run.output.contains("Test Case 'SkipProbes.\(test)' skipped"))
            }
            #expect(run.output.contains("'SkipProbes.testUsesReplacement' passed"))
            let unused = run.output.split(separator: "\n").filter { $0.contains("has an override that was never used") }
            #expect(unused.count == 1)
            #expect(unused.first?.contains("SkipProbes.testUsesNothing : failed") == true)
            #expect(run.output.contains("Executed 7 tests, with 3 tests skipped and 3 failures (2 unexpected)"))
        }
    }
#endif

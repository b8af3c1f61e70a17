import Dispatch
import Foundation
import Testing
import WiringFixtures
import WiringTesting

private final class Outside: TaskLocalContainer, @unchecked Sendable {
    @TaskLocal static var shared = Outside()
    static var taskLocal: TaskLocal<Outside> { $shared }
    let manager = ContainerManager()
    required init() {}
}

extension Outside {
    fileprivate var number: Factory<Int> { self { 1 } }
}

private let declaration = 15

/// Only the cases of one test resolve from this container.
private final class Busy: TaskLocalContainer, @unchecked Sendable {
    @TaskLocal static var shared = Busy()
    static var taskLocal: TaskLocal<Busy> { $shared }
    let manager = ContainerManager()
    required init() {}
}

extension Busy {
    fileprivate var number: Factory<Int> { self { 1 } }
}

extension Trait where Self == ExpectedIssues {
    /// Expects the issue of an escape at a line of this file. The first test compares all of its text.
    fileprivate static func expectingEscape(at line: Int) -> Self {
        .expecting(
            "Wiring: Outside.number<Int> was resolved from *",
            "      Outside.number*",
            "Detached tasks*",
            "…",
            at: line
        )
    }
}

/// Serialized, because an escape may belong to any strict test that is running.
@Suite(.timeLimit(.minutes(10)), .serialized, .failuresOnly) struct EscapeTests {
    @Test(
        .expecting(
            "Wiring: Outside.number<Int> was resolved from the container of the process, while this strict test has its*",
            "      Outside.number<Int>  WiringTestingTests/EscapeTests.swift:\(declaration)",
            """
            Detached tasks, queues, threads and callbacks do not inherit a test's container. Pass them \
            `Outside.shared.bind { … }`.
            """,
            "…",
            at: #line + 1
        ),
        .container(.strictAboutEscapes, for: Outside.self)
    ) func escapeFromDetachedTaskFailsTest() async {
        await Task.detached { _ = Outside.shared.number() }.value
    }

    @Test(
        .expectingEscape(at: #line + 3),
        .container(.strictAboutEscapes, for: Outside.self)
    ) func escapeFromThreadFailsTest() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                _ = Outside.shared.number()
                continuation.resume()
            }
        }
    }

    @Test(
        .expectingEscape(at: #line + 3),
        .container(.strictAboutEscapes, for: Outside.self)
    ) func escapeFromDispatchQueueFailsTest() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                _ = Outside.shared.number()
                continuation.resume()
            }
        }
    }

    @Test(
        .expectingEscape(at: #line + 1),
        AnotherContainer(),
        .container(.strictAboutEscapes, for: Outside.self)
    ) func escapeWithinTraitOfAnotherKindFailsTest() async {
        await Task.detached { _ = Outside.shared.number() }.value
    }

    @Test func escapeWithinAnotherOperationFailsTest() async {
        await withKnownIssue {
            await withContainer(for: Outside.self) { _ in
            } operation: {
                await withTestContainer(.strictAboutEscapes, for: Outside.self) {
                    await Task.detached { _ = Outside.shared.number() }.value
                }
            }
        }
    }

    @Test(.container(.strict, for: Outside.self), .override(\Outside.number) { 2 })
    func boundClosureDoesNotEscape() async {
        let work = Outside.shared.bind { Outside.shared.number() }
        #expect(await Task.detached { work() }.value == 2)
    }

    @Test(.container(for: Outside.self)) func escapeIsIgnoredWithoutStrictness() async {
        await Task.detached { _ = Outside.shared.number() }.value
    }

    @Test func escapeIsIgnoredWithoutTrait() async {
        await Task.detached { _ = Outside.shared.number() }.value
        #expect(Outside.shared.number() == 1)
    }

    @Test(
        .expectingEscape(at: #line + 1),
        .container(.strictAboutEscapes, for: Outside.self),
        .allow(\Outside.number)
    ) func escapeOfAllowedDependencyFailsTest() async {
        await Task.detached { _ = Outside.shared.number() }.value
    }

    @Test(.container(.strict, for: Outside.self)) func outsideContainerFailsTestImmediately() async {
        let outside = await Task.detached { Outside.shared }.value
        withKnownIssue {
            _ = outside.number()
        } matching: { issue in
            issue.comments.first?.rawValue.contains("Use `Outside.shared` within the test.") == true
        }
    }
}

/// Runs the other traits of a test with another shared container.
private struct AnotherContainer: TestTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Outside.$shared.withValue(Outside()) { try await function() }
    }
}

@Suite(.timeLimit(.minutes(10))) struct AmbiguousEscapeTests {
    private static let barriers = [Barrier(of: 2), Barrier(of: 2)]

    //     case 1                          case 2
    //       begins                          begins
    //       · · · · · · both are there · · · · · ·
    //       a task of it resolves outside
    //       · · · · · · it has done so · · · · · ·
    @Test(
        .expectingWarning(
            "Wiring: Busy.number<Int> was resolved from *",
            "      Busy.number*",
            "Detached tasks*",
            "If this test did not resolve it, one that ran at the same time did: *",
            at: #line + 2
        ),
        .container(.strict, for: Busy.self),
        arguments: 1...2
    ) func escapeThatMayBelongToSeveralTestsFailsNone(number: Int) async {
        await Self.barriers[0].wait()
        if number == 1 { await Task.detached { _ = Busy.shared.number() }.value }
        await Self.barriers[1].wait()
    }
}

/// These run in another process, because the issues depend on the other tests that are running.
@Suite(.timeLimit(.minutes(10)), .enabled(if: ProcessInfo.processInfo.environment[TestProcess.variable] != nil))
struct EscapeProbes {
    @Suite(.serialized) struct Alone {
        @Test(.container(.strict, for: Outside.self)) func escapes() async {
            await Task.detached { _ = Outside.shared.number() }.value
        }
    }

    @Suite(.serialized) struct Operation {
        @Test(.container(.strict, for: Outside.self)) func escapes() async {
            await withTestContainer(.strict, for: Outside.self) {
                await Task.detached { _ = Outside.shared.number() }.value
            }
        }
    }

    @Suite struct Concurrent {
        private static let barriers = [Barrier(of: 3), Barrier(of: 3)]

        private func meet(_ escape: @escaping @Sendable () async -> Void = {}) async {
            await Self.barriers[0].wait()
            await escape()
            await Self.barriers[1].wait()
        }

        @Test(.container(.strict, for: Outside.self)) func doesNotEscape() async { await meet() }

        @Test(.container(.strict, for: Outside.self)) func escapes() async {
            await meet { await Task.detached { _ = Outside.shared.number() }.value }
        }

        @Test(.container) func isNotStrict() async { await meet() }
    }

    @Suite struct StrictAboutEscapes {
        private static let barriers = [Barrier(of: 2), Barrier(of: 2)]

        @Test(.container(.strictAboutEscapes, for: Outside.self), arguments: [false, true])
        func escapes(doesEscape: Bool) async {
            await Self.barriers[0].wait()
            if doesEscape { await Task.detached { _ = Outside.shared.number() }.value }
            await Self.barriers[1].wait()
        }
    }
}

#if os(Linux)
    @Suite(.timeLimit(.minutes(10))) struct EscapeProcessTests {
        @Test func escapeFailsTestThatRunsAlone() async throws {
            let run = try await TestProcess("EscapeProbes/Alone")
            #expect(run.status != 0)
            #expect(run.output.contains("escapes() recorded an issue"))
            let remark = "If this test did not resolve it, a test that has no trait of WiringTesting did."
            #expect(run.output.contains(remark))
            #expect(!run.output.contains("one that ran at the same time did"))
        }

        @Test func escapeFromOperationFailsItsTestOnce() async throws {
            let run = try await TestProcess("EscapeProbes/Operation")
            #expect(run.status != 0)
            #expect(run.output.components(separatedBy: "escapes() recorded an issue").count - 1 == 1)
            #expect(!run.output.contains("recorded a warning"))
            #expect(!run.output.contains("one that ran at the same time did"))
        }

        @Test func escapeWarnsEachRunningStrictTestAndFailsNone() async throws {
            let run = try await TestProcess("EscapeProbes/Concurrent")
            #expect(run.status == 0)
            let others = "one that ran at the same time did: "
            #expect(run.output.contains("doesNotEscape() recorded a warning"))
            #expect(run.output.contains("\(others)escapes(), isNotStrict()."))
            #expect(run.output.contains("escapes() recorded a warning"))
            #expect(run.output.contains("\(others)doesNotEscape(), isNotStrict()."))
            #expect(!run.output.contains("isNotStrict() recorded"))
        }

        @Test func escapeFailsEveryTestThatIsStrictAboutEscapes() async throws {
            let run = try await TestProcess("EscapeProbes/StrictAboutEscapes")
            #expect(run.status != 0)
            #expect(run.output.components(separatedBy: "recorded an issue").count - 1 == 2)
            #expect(run.output.contains("another case of this test"))
        }
    }
#endif

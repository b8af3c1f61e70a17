import Dispatch
import Foundation
import Testing
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

private let declaration = 14

/// Another, which only one test's cases resolve from.
private final class Busy: TaskLocalContainer, @unchecked Sendable {
    @TaskLocal static var shared = Busy()
    static var taskLocal: TaskLocal<Busy> { $shared }
    let manager = ContainerManager()
    required init() {}
}

extension Busy {
    fileprivate var number: Factory<Int> { self { 1 } }
}

/// One after the other: what runs on no test's task may be of each strict test that runs at that moment.
@Suite(.timeLimit(.minutes(5)), .serialized, .withFailuresAlone) struct EscapeTests {
    @Test(
        .expecting(
            "Outside.number<Int> was resolved from the container of the process, while this strict test has its own",
            "      Outside.number<Int>  WiringTestingTests/EscapeTests.swift:\(declaration)",
            """
            A detached task, a queue, a thread and whoever calls back do not inherit a test's container. Hand them \
            `Outside.shared.bind { … }`.
            """,
            "…",
            at: #line + 1
        ),
        .container(.strictAboutEscapes, for: Outside.self)
    ) func aDetachedTaskThatFallsThroughFailsTheTest() async {
        await Task.detached { _ = Outside.shared.number() }.value
    }

    @Test(
        .expecting(
            "Outside.number<Int> was resolved from *",
            "      Outside.number*",
            "A detached*",
            "…",
            at: #line + 3
        ),
        .container(.strictAboutEscapes, for: Outside.self)
    ) func aThreadThatFallsThroughFailsTheTest() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                _ = Outside.shared.number()
                continuation.resume()
            }
        }
    }

    @Test(
        .expecting(
            "Outside.number<Int> was resolved from *",
            "      Outside.number*",
            "A detached*",
            "…",
            at: #line + 3
        ),
        .container(.strictAboutEscapes, for: Outside.self)
    ) func aQueueThatFallsThroughFailsTheTest() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                _ = Outside.shared.number()
                continuation.resume()
            }
        }
    }

    @Test(.container(.strict, for: Outside.self), .override(\Outside.number) { 2 })
    func whatIsBoundDoesNotFallThrough() async {
        let work = Outside.shared.bind { Outside.shared.number() }
        #expect(await Task.detached { work() }.value == 2)
    }

    @Test(.container(for: Outside.self)) func withoutStrictnessNothingIsSaid() async {
        await Task.detached { _ = Outside.shared.number() }.value
    }

    @Test func withoutATestOfItsOwnNothingIsSaid() async {
        await Task.detached { _ = Outside.shared.number() }.value
        #expect(Outside.shared.number() == 1)
    }

    @Test(
        .expecting(
            "Outside.number<Int> was resolved from *",
            "      Outside.number*",
            "A detached*",
            "…",
            at: #line + 1
        ),
        .container(.strictAboutEscapes, for: Outside.self),
        .allow(\Outside.number)
    ) func whatMayBeLiveMayNotFallThrough() async {
        await Task.detached { _ = Outside.shared.number() }.value
    }

    @Test(.container(.strict, for: Outside.self)) func aContainerFromOutsideFailsTheTestAtOnce() async {
        let outside = await Task.detached { Outside.shared }.value
        withKnownIssue {
            _ = outside.number()
        } matching: { issue in
            issue.comments.first?.rawValue.contains("Take `Outside.shared` within the test.") == true
        }
    }
}

@Suite(.timeLimit(.minutes(5))) struct DoubtfulEscapeTests {
    private static let meetings = [Meeting(of: 2), Meeting(of: 2)]

    //     case 1                          case 2
    //       begins                          begins
    //       · · · · · · both are there · · · · · ·
    //       a task of it resolves outside
    //       · · · · · · it has done so · · · · · ·
    @Test(
        .expectingWarning(
            "Busy.number<Int> was resolved from *",
            "      Busy.number*",
            "A detached*",
            "If this is not this test's work, it is that of one that ran at the same time: *",
            at: #line + 2
        ),
        .container(.strict, for: Busy.self),
        arguments: 1...2
    ) func whatMayBeOfSeveralTestsFailsNone(number: Int) async {
        await Self.meetings[0].wait()
        if number == 1 { await Task.detached { _ = Busy.shared.number() }.value }
        await Self.meetings[1].wait()
    }
}

/// These run in a process of their own, because what else runs decides what they are told.
@Suite(.timeLimit(.minutes(5)), .enabled(if: ProcessInfo.processInfo.environment[TestProcess.variable] != nil))
struct EscapeProbes {
    @Suite(.serialized) struct Alone {
        @Test(.container(.strict, for: Outside.self)) func escapes() async {
            await Task.detached { _ = Outside.shared.number() }.value
        }
    }

    @Suite struct InCompany {
        private static let meetings = [Meeting(of: 3), Meeting(of: 3)]

        private func meet(_ escape: @escaping @Sendable () async -> Void = {}) async {
            await Self.meetings[0].wait()
            await escape()
            await Self.meetings[1].wait()
        }

        @Test(.container(.strict, for: Outside.self)) func innocent() async { await meet() }

        @Test(.container(.strict, for: Outside.self)) func guilty() async {
            await meet { await Task.detached { _ = Outside.shared.number() }.value }
        }

        @Test(.container) func another() async { await meet() }
    }

    @Suite struct Strictly {
        private static let meetings = [Meeting(of: 2), Meeting(of: 2)]

        @Test(.container(.strictAboutEscapes, for: Outside.self), arguments: [false, true])
        func escapes(isGuilty: Bool) async {
            await Self.meetings[0].wait()
            if isGuilty { await Task.detached { _ = Outside.shared.number() }.value }
            await Self.meetings[1].wait()
        }
    }
}

#if os(Linux)
    @Suite(.timeLimit(.minutes(5))) struct EscapeProcessTests {
        @Test func anEscapeFailsTheOnlyTestThatRuns() async throws {
            let run = try await TestProcess("EscapeProbes/Alone")
            #expect(run.status != 0)
            #expect(run.output.contains("escapes() recorded an issue"))
            #expect(!run.output.contains("If this is not this test's work"))
        }

        @Test func anEscapeWarnsEachStrictTestThatItMayBeOfAndFailsNone() async throws {
            let run = try await TestProcess("EscapeProbes/InCompany")
            #expect(run.status == 0)
            let others = "it is that of one that ran at the same time: "
            #expect(run.output.contains("innocent() recorded a warning"))
            #expect(run.output.contains("\(others)another(), guilty()."))
            #expect(run.output.contains("guilty() recorded a warning"))
            #expect(run.output.contains("\(others)another(), innocent()."))
            #expect(!run.output.contains("another() recorded"))
        }

        @Test func whoIsStrictAboutEscapesFailsInAnyCase() async throws {
            let run = try await TestProcess("EscapeProbes/Strictly")
            #expect(run.status != 0)
            #expect(run.output.components(separatedBy: "recorded an issue").count - 1 == 2)
            #expect(run.output.contains("another case of this test"))
        }
    }
#endif

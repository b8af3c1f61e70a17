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

/// One after the other: what runs on no test's task may be of each strict test that runs at that moment.
@Suite(.serialized) struct EscapeTests {
    @Test(
        .expecting(
            "Outside.number<Int> was resolved from the container of the process, while this strict test has its own",
            "      Outside.number<Int>  WiringTestingTests/EscapeTests.swift:\(declaration)",
            """
            A detached task, a queue, a thread and whoever calls back do not inherit a test's container. Hand them \
            `Outside.shared.bind { … }`.
            """,
            at: #line + 1
        ),
        .container(.strict, for: Outside.self)
    ) func aDetachedTaskThatFallsThroughFailsTheTest() async {
        await Task.detached { _ = Outside.shared.number() }.value
    }

    @Test(
        .expecting("Outside.number<Int> was resolved from *", "      Outside.number*", "A detached*", at: #line + 3),
        .container(.strict, for: Outside.self)
    ) func aThreadThatFallsThroughFailsTheTest() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                _ = Outside.shared.number()
                continuation.resume()
            }
        }
    }

    @Test(
        .expecting("Outside.number<Int> was resolved from *", "      Outside.number*", "A detached*", at: #line + 3),
        .container(.strict, for: Outside.self)
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
        .expecting("Outside.number<Int> was resolved from *", "      Outside.number*", "A detached*", at: #line + 1),
        .container(.strict, for: Outside.self),
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

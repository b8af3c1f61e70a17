import Foundation
import Testing
import WiringAsync
import WiringModules
import WiringTestSupport
import WiringTesting

/// A parameter that is neither equatable nor an object.
private struct Incomparable: Sendable {
    let number = 1
}

private final class Roundabout: ManagedContainer {
    let manager = ContainerManager()
    let gates = [AsyncGate(), AsyncGate()]
    let tasks = Collection<Task<Int, any Error>>()

    var first: AsyncFactory<Int, any Error> { self { try await self.between() + 1 }.cached }
    var between: AsyncFactory<Int, any Error> { self { try await self.second() } }
    var second: AsyncFactory<Int, any Error> { self { try await self.first() + 1 }.cached }

    var left: AsyncFactory<Int, any Error> {
        self {
            self.gates[0].open()
            await self.gates[1].pass()
            return try await self.right()
        }.cached
    }
    var right: AsyncFactory<Int, any Error> {
        self {
            self.gates[1].open()
            await self.gates[0].pass()
            return try await self.left()
        }.singleton
    }

    var unscoped: AsyncFactory<Int, Never> { self { await self.unscopedToo() } }
    var unscopedToo: AsyncFactory<Int, Never> { self { await self.unscoped() } }
    var counting: AsyncParameterFactory<Int, Int, Never> { self { $0 == 0 ? 0 : await self.counting($0 - 1) + 1 } }
    var spinning: AsyncParameterFactory<Int, Int, Never> { self { await self.spinning(1 - $0) } }

    var endless: AsyncParameterFactory<Incomparable, Int, Never> { self { await self.endless($0) } }

    /// Its closure is still under way when the task calls it again.
    var repeated: AsyncFactory<Int, Never> {
        self {
            guard self.tasks.values.isEmpty else {
                self.gates[0].open()
                return 2
            }
            self.tasks.add(Task { await self.repeated() })
            await self.gates[0].pass()
            return 1
        }
    }

    var later: AsyncFactory<Task<Int, any Error>, any Error> {
        self { Task { try await self.laterNumber() } }.cached
    }
    var laterNumber: AsyncFactory<Int, any Error> { self { try await self.later().isCancelled ? 1 : 2 }.cached }
    var busy: AsyncFactory<Int, any Error> {
        self {
            // The test is on the main actor, too, so it passes the gate when the task waits.
            let task = Task { @MainActor in
                self.gates[0].open()
                return try await self.busy() + 1
            }
            self.tasks.add(task)
            await self.gates[1].pass()
            return 1
        }.cached
    }
    var summing: AsyncParameterFactory<Int, Int, Never> {
        self { $0 == 0 ? 0 : await self.summing($0 - 1) + 1 }.scopeOnParameters.cached
    }
    var shelf: AsyncFactory<Int, any Error> { self { self.label() + 1 }.cached }
    /// Begins to build the shelf, and does not wait for it.
    var label: Factory<Int> {
        self {
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                self.tasks.add(Task.immediate { try await self.shelf() })
            }
            return 1
        }.cached
    }
    var throwing: ThrowingFactory<Int, any Error> { self { try self.throwing() }.cached }
    var broken: AsyncFactory<Int, any Error> { self { self.promise() ?? 0 }.cached }
    var promise: Factory<Int?> { promised() }
}

@Suite(.timeLimit(.minutes(10))) struct AsyncCycleTests {
    @Test func aCycleOnOneTaskEndsWithItsPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            endProcess(after: 500)
            _ = try await Roundabout().first()
        }
        expectStandardError(
            of: result,
            contains: "circular dependency: building Roundabout.first<Int> needs Roundabout.first<Int> again",
            "      Roundabout.first<Int>",
            "→ Roundabout.between<Int>",
            "→ Roundabout.second<Int>",
            "→ Roundabout.first<Int>",
            "pass `container.provider(\\.first)` (import WiringModules), and call it later."
        )
    }

    @Test func aCycleOfTwoTasksEndsWithItsPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            endProcess(after: 500)
            let roundabout = Roundabout()
            async let left = roundabout.left()
            async let right = roundabout.right()
            _ = try await left + right
        }
        expectStandardError(of: result, contains: "circular dependency", "→ Roundabout.")
        #expect(standardError(of: result).contains("Roundabout.left<Int>"))
        #expect(standardError(of: result).contains("Roundabout.right<Int>"))
    }

    @Test func aCycleWithoutScopesEndsWithItsPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            endProcess(after: 500)
            let roundabout = Roundabout()
            roundabout.manager.circularDependencyTesting = true
            _ = await roundabout.unscoped()
        }
        expectStandardError(
            of: result,
            contains: "circular dependency",
            "      Roundabout.unscoped<Int>",
            "→ Roundabout.unscopedToo<Int>",
            "→ Roundabout.unscoped<Int>"
        )
    }

    @Test func anUnscopedCycleIsDetectedWithCycleTestingOff() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            endProcess(after: 500)
            let roundabout = Roundabout()
            roundabout.manager.circularDependencyTesting = false
            _ = await roundabout.spinning(0)
        }
        expectStandardError(
            of: result,
            contains: "circular dependency",
            "→ Roundabout.spinning<Int>",
            "pass `container.provider(\\.spinning)` (import WiringModules), and call it later."
        )
    }

    @Test func anEndlessRecursionWithAnIncomparableParameterEndsWithItsPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            endProcess(after: 500)
            _ = await Roundabout().endless(Incomparable())
        }
        expectStandardError(of: result, contains: "circular dependency", "→ Roundabout.endless<Int>")
    }

    @Test func aThrowingFactoryThatNeedsItselfEndsWithItsPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            endProcess(after: 500)
            _ = try Roundabout().throwing()
        }
        expectStandardError(
            of: result,
            contains: "circular dependency",
            "→ Roundabout.throwing<Int>",
            "pass `container.provider(\\.throwing)` (import WiringModules), and call it later."
        )
    }

    @Test func anErrorWithinShowsTheAsynchronousPath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            endProcess(after: 500)
            let roundabout = Roundabout()
            roundabout.manager.promiseTriggersError = true
            _ = try await roundabout.broken()
        }
        expectStandardError(of: result, contains: "      Roundabout.broken<Int>", "→ Roundabout.promise<Optional<Int>>")
    }

    @Test func aRecursionWithAParameterIsNotACycle() async {
        let roundabout = Roundabout()
        roundabout.manager.circularDependencyTesting = true
        #expect(await roundabout.counting(150) == 150)
        #expect(await roundabout.counting(500) == 500)
    }

    /// Each construction of a chain would begin on the stack of the one that needs it.
    @Test func aDeepChainDoesNotOverflowTheStack() async {
        await #expect(processExitsWith: .success) {
            endProcess(after: 500)
            guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
            let roundabout = Roundabout()
            let sum = await withCheckedContinuation { continuation in
                let thread = Thread {
                    continuation.resume(returning: Task.immediate { await roundabout.summing(500) })
                }
                thread.stackSize = 512 << 10
                thread.start()
            }
            #expect(await sum.value == 500)
        }
    }

    @Test func aTaskThatBeginsInASynchronousClosureIsNotACycle() async throws {
        let roundabout = Roundabout()
        #expect(roundabout.label() == 1)
        for task in roundabout.tasks.values { #expect(try await task.value == 2) }
        #expect(try await roundabout.shelf() == 2)
    }

    @Test func aTaskThatAClosureOnlyCreatesIsNotACycle() async throws {
        let roundabout = Roundabout()
        #expect(try await roundabout.later().value == 2)
        #expect(try await roundabout.laterNumber() == 2)
    }

    @Test func aTaskThatRepeatsTheClosureThatCreatesItIsNotACycle() async throws {
        let roundabout = Roundabout()
        roundabout.manager.circularDependencyTesting = true
        #expect(await roundabout.repeated() == 1)
        #expect(try await roundabout.tasks.values[0].value == 2)
    }

    /// The closure still runs while the task waits for what the closure makes. It does not wait for the task.
    @Test @MainActor func aTaskThatWaitsForItsCreatorIsNotACycle() async throws {
        let roundabout = Roundabout()
        let caller = Task { try await roundabout.busy() }
        await roundabout.gates[0].pass()
        roundabout.gates[1].open()
        #expect(try await caller.value == 1)
        #expect(try await roundabout.tasks.values[0].value == 2)
    }
}

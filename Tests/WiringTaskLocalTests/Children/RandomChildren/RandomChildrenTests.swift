import Foundation
import Testing
import Wiring
import WiringTestSupport

/// Runs random programs of children, sessions and singletons, and compares them with a model.
@Suite(.timeLimit(.minutes(10))) struct RandomChildrenTests {
    /// A program goes on until its last step, or until the step that stops it.
    @Test(arguments: 1...300 as ClosedRange<UInt64>)
    func singletonsGetWhatTheRootHas(_ seed: UInt64) async throws {
        let program = ChildProgram(seed: seed)
        let steps = program.stop == nil ? program.steps : program.steps.dropLast()
        let values = try await ChildProgramRun.values(of: steps)
        for (index, value) in values.enumerated() {
            let expected: [String] = if case .values(let values) = program.outcomes[index] { values } else { [] }
            #expect(value == expected, "seed \(seed), step \(index)")
        }
    }

    /// The first seeds whose programs stop for each of the two reasons: a singleton uses a session, or a chain is too long.
    private static let stopping: [UInt64] = {
        let stops = (1...300 as ClosedRange<UInt64>).map { ($0, ChildProgram(seed: $0).stop) }
        return ["is a singleton", "200 parents"].flatMap { reason in
            stops.filter { $0.1?.contains(reason) ?? false }.prefix(4).map(\.0)
        }
    }()

    /// The processes start one after the other, because each needs a processor.
    @Test func aSingletonThatUsesASessionAndALongChainStopTheProgram() async throws {
        #expect(Self.stopping.count == 8)
        for seed in Self.stopping {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [seed = seed as UInt64] in
                endProcess(after: 60)
                _ = try await ChildProgramRun.values(of: ChildProgram(seed: seed).steps)
            }
            let stop = try #require(ChildProgram(seed: seed).stop)
            #expect(standardError(of: result).contains(stop), "seed \(seed)")
        }
    }
}

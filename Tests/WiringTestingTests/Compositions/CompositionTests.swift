import Foundation
import Testing
import WiringTesting

/// Random compositions of traits, compared with a model of the documented rules.
///
/// `WIRING_COMPOSITIONS` sets their number.
@Suite(.timeLimit(.minutes(10)), .serialized) struct CompositionTests {
    private static let count = ProcessInfo.processInfo.environment["WIRING_COMPOSITIONS"].flatMap { UInt64($0) } ?? 300

    @Test func compositionsAgreeWithTheModel() async throws {
        let test = try #require(Test.current)
        for seed in 0..<Self.count {
            var generator = CompositionGenerator(seed: seed)
            let composition = generator.composition()
            guard try await agrees(composition, in: test, seed) else { return }
        }
    }

    /// Each dependency is changed once, so the order makes no difference.
    @Test func orderOfTraitsThatChangeDifferentThingsMakesNoDifference() async throws {
        let test = try #require(Test.current)
        for seed in 0..<Self.count / 4 {
            var generator = CompositionGenerator(seed: seed)
            let composition = generator.commutingComposition()
            let first = try await CompositionRun(composition, in: test)
            let results = (first.values.suffix(composition.body.count), first.issues)
            for _ in 0..<3 {
                let shuffled = generator.shuffled(composition)
                guard try await agrees(shuffled, in: test, seed) else { return }
                let run = try await CompositionRun(shuffled, in: test)
                guard run.values.suffix(composition.body.count) == results.0, run.issues == results.1 else {
                    Issue.record("seed \(seed): \(composition) and \(shuffled) differ")
                    return
                }
            }
        }
    }

    private func agrees(_ composition: Composition, in test: Test, _ seed: UInt64) async throws -> Bool {
        let run = try await CompositionRun(composition, in: test)
        let model = CompositionModel(composition)
        guard run.values == model.values, run.issues == model.issues else {
            Issue.record(
                """
                seed \(seed)
                values of the library: \(run.values)
                values of the model:   \(model.values)
                issues of the library: \(run.issues.sorted())
                issues of the model:   \(model.issues.sorted())
                traits:
                \(composition.traits.map { "    \($0)" }.joined(separator: "\n"))
                body:
                \(composition.body.map { "    \($0)" }.joined(separator: "\n"))
                """
            )
            return false
        }
        return true
    }
}

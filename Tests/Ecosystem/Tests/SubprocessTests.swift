import Foundation
import Subprocess
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct SubprocessTests {
    @Test func aProcessIsFedAndReadInTheCallersContainer() async throws {
        try await Place(
            .callback,
            "swift-subprocess: the body of `run`, `write(with:)` of an input, the asynchronous sequence of an input",
            sees: "the caller's"
        ).check {
            let seen = Seen()
            try await within("the caller's") {
                let input = Noting(seen: seen)
                _ = try await run(.name("cat"), input: input, output: .discarded, error: .discarded) { _ in
                    seen.note()
                }
            }
            let input = Labels(count: 1).map { Data($0.utf8) }
            let result = try await within("the caller's") {
                try await run(.name("cat"), input: .sequence(input), output: .string(limit: 1024), error: .discarded)
            }
            return merged([await seen.next(2), result.standardOutput])
        }
    }
}

private struct Noting: InputProtocol {
    let seen: Seen

    func write(with writer: StandardInputWriter) async throws { seen.note() }
}

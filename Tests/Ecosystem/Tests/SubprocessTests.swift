import Subprocess
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct SubprocessTests {
    @Test func aProcessIsFedAndReadInTheCallersContainer() async throws {
        try await Place(
            .callback,
            "swift-subprocess: the body of `run`, `write(with:)` of an input",
            sees: "the caller's"
        ).check {
            let seen = Seen()
            try await within("the caller's") {
                let input = Noting(seen: seen)
                _ = try await run(.name("cat"), input: input, output: .discarded, error: .discarded) { _ in
                    seen.note()
                }
            }
            return await seen.next(2)
        }
    }
}

private struct Noting: InputProtocol {
    let seen: Seen

    func write(with writer: StandardInputWriter) async throws { seen.note() }
}

import WiringDemo

/// Checks addresses. The test gives the answers.
struct HeldAnswers: EmailChecking {
    typealias Question = (
        email: String, answer: CheckedContinuation<Bool, Never>
    )

    /// The questions in order. The test must answer each one exactly once.
    let questions: AsyncStream<Question>
    private let question: AsyncStream<Question>.Continuation

    init() { (questions, question) = AsyncStream.makeStream() }

    func isAvailable(_ email: String) async -> Bool {
        await withCheckedContinuation { question.yield((email, $0)) }
    }
}

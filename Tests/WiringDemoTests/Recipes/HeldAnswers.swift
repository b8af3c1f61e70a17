import WiringDemo

/// Checks addresses, and waits for the test to answer.
struct HeldAnswers: EmailChecking {
    typealias Question = (email: String, answer: CheckedContinuation<Bool, Never>)

    /// The questions in their order. Each must be answered once.
    let questions: AsyncStream<Question>
    private let question: AsyncStream<Question>.Continuation

    init() { (questions, question) = AsyncStream.makeStream() }

    func isAvailable(_ email: String) async -> Bool {
        await withCheckedContinuation { question.yield((email, $0)) }
    }
}

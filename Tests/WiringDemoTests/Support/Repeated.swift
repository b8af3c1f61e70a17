import Testing

/// Repeats a test, so that one that depends on timing fails.
///
/// Write it first of all traits: those of `WiringTesting` then start over for each repetition.
struct Repeated: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        for _ in 0..<repetitions where !Task.isCancelled {
            try await function()
        }
    }
}

extension Trait where Self == Repeated {
    /// Repeats each test. See ``Repeated``.
    static var repeated: Self { Repeated() }
}

extension Trait where Self == TimeLimitTrait {
    /// Cancels and fails a test that waits for an event that never happens.
    ///
    /// Under a sanitizer a test shares its threads with the whole suite, which takes minutes.
    static var limitedWait: Self { .timeLimit(.minutes(9 + repetitions / 1000)) }
}

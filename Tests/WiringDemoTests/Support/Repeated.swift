import Testing

/// Repeats a test as often as an arranged race, so that one that depends on luck fails.
///
/// A trait that comes after it begins anew for each repetition.
struct Repeated: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        for _ in 0..<repetitions where !Task.isCancelled { try await function() }
    }
}

extension Trait where Self == Repeated {
    /// Repeats each test. See ``Repeated``.
    static var repeated: Self { Repeated() }
}

extension Trait where Self == TimeLimitTrait {
    /// Cancels a test that waits for what never comes, and fails it.
    static var limitedWait: Self { .timeLimit(.minutes(1 + repetitions / 1000)) }
}

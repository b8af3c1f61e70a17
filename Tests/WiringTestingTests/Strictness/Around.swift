import Testing

/// Runs closures before and after a test.
struct Around: TestTrait, SuiteTrait, TestScoping {
    var before: @Sendable () -> Void = {}
    let after: @Sendable () async -> Void

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        before()
        try await function()
        await after()
    }
}

// Apart from the type, as in `Isolation+Async.swift`.

extension AsyncStep {
    /// Runs the closure as this step.
    ///
    /// - Parameter record: Receives what the closure needed.
    package func run<Result>(
        _ record: inout Record,
        _ body: () async throws -> Result
    ) async throws -> Result {
        begin()
        do {
            let result = try await Self.$innermost.binding(self, body)
            record = end()
            return result
        } catch {
            record = end()
            throw error
        }
    }
}

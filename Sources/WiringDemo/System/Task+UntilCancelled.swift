extension Task<Never, Never> {
    /// Suspends until the current task is cancelled.
    package static func untilCancelled() async {
        let (never, _) = AsyncStream<Never>.makeStream()
        for await _ in never {}
    }
}

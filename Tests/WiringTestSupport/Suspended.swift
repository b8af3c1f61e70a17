/// Runs a call on the main actor, and returns when it has suspended or ended. The caller must be on the main actor, too.
@MainActor package func suspended<T: Sendable>(
    _ call: @escaping @MainActor () async throws -> T
) async -> Task<T, any Error> {
    let isCalling = AsyncGate()
    let task = Task { @MainActor in
        // Until the call suspends, nothing else runs on the main actor.
        isCalling.open()
        return try await call()
    }
    await isCalling.pass()
    return task
}

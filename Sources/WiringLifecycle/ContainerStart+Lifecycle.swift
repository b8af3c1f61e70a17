import Wiring

extension ContainerStart {
    /// Resolves dependencies in order, and returns the handles that they have reached.
    func resolve(_ dependencies: [any Startable]) async throws -> [FollowerHandle] {
        for dependency in dependencies { try await resolve(dependency) }
        return takeHandles()
    }

    private func resolve(_ dependency: some Startable) async throws { _ = try await dependency.resolve(for: self) }

    /// Waits until what has been resolved has started, for one caller. What is being built depends on it, unless this throws.
    func awaitStarts() async throws {
        let handles = takeHandles()
        if !isRecorded { ResolutionStack.addDependencies(handles) }
        do {
            let lifecycle = manager.nearestFollower.map(Lifecycle.of)
            try await Lifecycle.awaitStarts(of: handles, in: lifecycle, hasEnded: manager.hasEnded)
        } catch {
            // A closure that goes on does not have the instance.
            AsyncStep.current?.removeDependencies(handles)
            throw error
        }
    }
}

// Apart from the parents, which each program looks through: see `Isolation+Async.swift`.

extension ContainerManager {
    /// What may have to stop when this child ends.
    private var followerAtEnd: (any ContainerFollower)? { nearestFollower ?? childFollowers.first }

    /// Ends the operation of a child, and begins to stop what follows its instances, unless a closure still keeps the child.
    func endOperation() {
        #if DEBUG
            noteEndOfOperation()
        #endif
        if mayEndWithOperation() { beginEnd() }
    }

    /// Ends the operation of a child, when what follows its instances has stopped, unless a closure still keeps the child.
    func endAsyncOperation() async {
        #if DEBUG
            noteEndOfOperation()
        #endif
        if mayEndWithOperation() { await endWhenStopped() }
    }

    /// Ends the child, and begins to stop what follows its instances.
    package func beginEnd() {
        flags.turn(.ended, on: true)
        if let follower = followerAtEnd {
            // Before the instances are released: their end is no drop.
            self.follower?.beginEnd()
            AsyncStep.outside { _ = Task { await follower.endAll(of: self) } }
        }
        end()
    }

    /// Ends the child, when what follows its instances has stopped.
    package func endWhenStopped() async {
        flags.turn(.ended, on: true)
        if let follower = followerAtEnd { await follower.endAll(of: self) }
        end()
    }

    // MARK: - Closures that keep a child

    /// What a child waits for before it ends: its operation, and the closures that keep it.
    struct Keeping: Sendable {
        private var closures = 0
        private var hasOperationEnded = false

        /// Counts a closure, unless nothing is left that it could keep.
        mutating func begin() -> Bool {
            guard closures > 0 || !hasOperationEnded else { return false }
            closures += 1
            return true
        }

        /// - Returns: Whether the child ends now.
        mutating func end() -> Bool {
            closures -= 1
            return closures == 0 && hasOperationEnded
        }

        /// - Returns: Whether the child ends now.
        mutating func endOperation() -> Bool {
            hasOperationEnded = true
            return closures == 0
        }
    }

    /// A child without this state is kept by no closure.
    private func mayEndWithOperation() -> Bool { existingState?.keeping.withLock { $0.endOperation() } ?? true }

    /// Keeps this container after its operation, if it is a child that has not ended. Balanced with `stopKeeping()`.
    package func keepAfterOperation() -> Bool { parent != nil && lazyState.keeping.withLock { $0.begin() } }

    /// - Returns: Whether the child ends now.
    package func stopKeeping() -> Bool { lazyState.keeping.withLock { $0.end() } }
}

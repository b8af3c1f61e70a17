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

    /// A child without this state is kept by no closure.
    private func mayEndWithOperation() -> Bool { existingState == nil || stopKeeping() }

    /// Keeps this container after its operation, if it is a child that has not ended. Balanced with `stopKeeping()`.
    package func keepAfterOperation() -> Bool {
        parent != nil
            && lazyState.holders.withLock { count in
                if count > 0 { count += 1 }
                return count > 0
            }
    }

    /// - Returns: Whether the child ends now.
    package func stopKeeping() -> Bool {
        lazyState.holders.withLock { count in
            count -= 1
            return count == 0
        }
    }
}

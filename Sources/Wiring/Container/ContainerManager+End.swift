// Apart from the parents, which each program looks through: see `Isolation+Async.swift`.

extension ContainerManager {
    /// What may have to stop when this child ends.
    private var followerAtEnd: (any ContainerFollower)? { nearestFollower ?? childFollowers.first }

    /// Ends a child, and begins to stop what follows its instances.
    func endOperation() {
        noteEnd()
        if let follower = followerAtEnd {
            // Before the instances are released: their end is no drop.
            self.follower?.beginEnd()
            AsyncStep.outside { _ = Task { await follower.endAll(of: self) } }
        }
        end()
    }

    /// Ends a child when what follows its instances has stopped.
    func endAsyncOperation() async {
        noteEnd()
        if let follower = followerAtEnd { await follower.endAll(of: self) }
        end()
    }

    private func noteEnd() {
        flags.turn(.ended, on: true)
        #if DEBUG
            noteEndOfOperation()
        #endif
    }
}

extension ContainerManager {
    /// The numbers of this container and its parents.
    package var numbers: [UInt64] { [number] + parents.map(\.manager.number) }

    /// The parents, the nearest first.
    package var parents: some Sequence<Parent> {
        sequence(state: self) { manager in
            guard let parent = manager.parent else { return nil }
            manager = parent.manager
            return parent
        }
    }

    /// Whether this is a child that has ended, or a child of one.
    package var hasEnded: Bool { flags.isOn(.ended) || parent?.manager.hasEnded ?? false }

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

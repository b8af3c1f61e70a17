extension ContainerManager {
    /// Which containers a container was inherited from. It lives as long as its container.
    ///
    /// Descendants refer to this object weakly rather than to the manager, because an object with weak references is slower to
    /// retain.
    final class Lineage: Sendable {
        private let parent: Weak<Lineage>
        /// Its ancestors. No array is made for what most copies have: none.
        private let earlier: [Weak<Lineage>]

        /// The lineage of a copy or a child, or of a container that inherits nothing. Ancestors that are gone are left out, so that the
        /// lineages of a chain of tasks that each start the next do not grow.
        init(descendantOf parent: Lineage?) {
            self.parent = Weak(parent)
            let known = parent.flatMap { $0.parent.object == nil && $0.earlier.isEmpty ? nil : $0.ancestors } ?? []
            earlier = known.filter { $0.object != nil }
        }

        /// The containers that it was inherited from, of which some may be gone.
        var ancestors: [Weak<Lineage>] { earlier + [parent] }

        func descends(from other: Lineage) -> Bool { ancestors.contains { $0.object === other } }
    }

    private var lineage: Lineage { lazyLineage.object { Lineage(descendantOf: parent?.manager.lineage) } }

    /// Records that this container inherits from another.
    func inheritLineage(from parent: ContainerManager) {
        _ = lazyLineage.object { Lineage(descendantOf: parent.lineage) }
    }

    /// Whether this container is another one, or a descendant of it.
    func isOrDescends(from other: ContainerManager) -> Bool {
        self === other || parent?.manager.isOrDescends(from: other) ?? false
            || lazyLineage.made?.descends(from: other.lineage) ?? false
    }
}

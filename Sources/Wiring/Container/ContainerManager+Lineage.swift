extension ContainerManager {
    /// Which containers a container was inherited from. It lives as long as its container.
    ///
    /// Descendants refer to this object weakly rather than to the manager, because an object with weak references is slower to
    /// retain.
    final class Lineage: Sendable {
        let ancestors: [Weak<Lineage>]

        /// The lineage of a container that inherits nothing.
        init() { ancestors = [] }

        /// The lineage of a copy or a child. Ancestors that are gone are left out, so that the lineages of a chain of tasks that each start
        /// the next do not grow.
        init(descendantOf parent: Lineage) {
            let earlier = parent.ancestors
            ancestors = earlier.isEmpty ? [Weak(parent)] : earlier.filter { $0.object != nil } + [Weak(parent)]
        }

        func descends(from other: Lineage) -> Bool { ancestors.contains { $0.object === other } }
    }

    private var lineage: Lineage {
        lazyLineage.object { parent.map { Lineage(descendantOf: $0.manager.lineage) } ?? Lineage() }
    }

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

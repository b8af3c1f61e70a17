package import Wiring

extension ContainerManager {
    /// Adds an observer, after the others.
    ///
    /// - Parameter isReplaced: Whether the new observer replaces this one. Called under a lock.
    /// - Returns: The previous settings, which the caller releases with no lock held.
    @discardableResult
    package func observe(
        _ observer: any ContainerObserver,
        inPlaceOf isReplaced: (any ContainerObserver) -> Bool = { _ in false }
    ) -> Any {
        change {
            $0.observers.removeAll(where: isReplaced)
            $0.observers.append(observer)
        } as Settings
    }

    /// Removes an observer.
    ///
    /// - Returns: The previous settings, which the caller releases with no lock held.
    @discardableResult
    package func stopObserving(_ observer: any ContainerObserver) -> Any {
        change { $0.observers.removeAll { $0 === observer } } as Settings
    }

    /// Whether an observer sees the resolutions from this container.
    package func isObserved(by observer: any ContainerObserver) -> Bool { observers.contains { $0 === observer } }
}

extension ManagedContainer {
    /// Whether an observer sees the resolutions from this container or from a parent of it.
    package func isObserved(by observer: any ContainerObserver) -> Bool {
        manager.findParent(of: self)
        return manager.isObserved(by: observer)
    }
}

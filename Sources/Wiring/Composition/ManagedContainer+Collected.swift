extension ManagedContainer {
    /// Declares a collection whose parts other modules contribute. See ``Collected``.
    public func collected<Element>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Collected<Element> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        return Collected(FactoryRegistration(self, site))
    }

    /// Declares a dictionary whose parts other modules contribute. See ``KeyedCollected``.
    public func collected<Key: Hashable, Element>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> KeyedCollected<Key, Element> {
        let site = Declaration.Site(key: key, fileID: fileID, line: line, column: column)
        return KeyedCollected(FactoryRegistration(self, site))
    }
}

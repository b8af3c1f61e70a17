extension ManagedContainer {
    /// Declares a collection whose parts other modules contribute. See ``Collected``.
    ///
    /// - Parameters:
    ///   - key: The declaration's name in errors and traces. It is a part of its identity.
    ///   - fileID: The declaration's file. Like `key`, `line` and `column`, it is a part of the declaration's identity.
    ///   - line: The declaration's line.
    ///   - column: The declaration's column.
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
    ///
    /// - Parameters:
    ///   - key: The declaration's name in errors and traces. It is a part of its identity.
    ///   - fileID: The declaration's file. Like `key`, `line` and `column`, it is a part of the declaration's identity.
    ///   - line: The declaration's line.
    ///   - column: The declaration's column.
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

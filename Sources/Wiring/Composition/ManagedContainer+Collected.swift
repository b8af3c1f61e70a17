extension ManagedContainer {
    /// Declares a collection whose parts other modules contribute. See ``Collected``.
    ///
    /// - Parameters:
    ///   - key: The declaration's name in errors and traces. It is a part of its identity.
    ///   - fileID: The declaration's file. Together with `line` and `column` it is the declaration's identity.
    ///   - line: The declaration's line.
    ///   - column: The declaration's column.
    public func collected<Element>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Collected<Element> {
        Collected(
            collection(Declaration.Site(key: key, fileID: fileID, line: line, column: column)) {
                (parts: [Part<Void, Element>]) in
                parts.sorted { $0.order < $1.order }.map { $0.resolve(in: self) }
            }
        )
    }

    /// Declares a dictionary whose parts other modules contribute. See ``KeyedCollected``.
    ///
    /// - Parameters:
    ///   - key: The declaration's name in errors and traces. It is a part of its identity.
    ///   - fileID: The declaration's file. Together with `line` and `column` it is the declaration's identity.
    ///   - line: The declaration's line.
    ///   - column: The declaration's column.
    public func collected<Key: Hashable, Element>(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> KeyedCollected<Key, Element> {
        KeyedCollected(
            collection(Declaration.Site(key: key, fileID: fileID, line: line, column: column)) {
                (parts: [Part<Key, Element>]) in
                Dictionary(uniqueKeysWithValues: Part.requiringUniqueKeys(parts).map { ($0.key, $0.resolve(in: self)) })
            }
        )
    }

    /// The factory of a collection.
    ///
    /// - Parameter assemble: Resolves the parts, in the order of their contributions.
    private func collection<Key, Element, Parts>(
        _ site: Declaration.Site,
        _ assemble: @escaping ([Part<Key, Element>]) -> Parts
    ) -> Factory<Parts> {
        let declaration = Declaration(site, product: Parts.self, parameter: Void.self)
        var factory = Factory(self, site) {
            // SAFETY: Only such parts are contributed to this declaration: its types are a part of its identity.
            assemble(
                self.manager.contributions(to: declaration, in: self).map {
                    unsafeDowncast($0, to: Part<Key, Element>.self)
                }
            )
        }
        var modifiers = Modifiers()
        modifiers.scope = .unique
        factory.storedRegistration.modification = .some(
            .own(Modification.Own(declaration, modifiers, kind: .collection))
        )
        return factory
    }
}

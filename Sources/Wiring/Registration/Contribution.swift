/// A type-erased contribution to a declaration in one container: a part of a collection, or an installed module.
package final class Contribution: @unchecked Sendable {
    // SAFETY: It does not change. Whoever makes it is responsible for its content, whose closure and key need not be `Sendable`, as
    // for `ErasedClosure`.

    /// Stands for the contribution in a path.
    package let declaration: Declaration
    /// What is contributed, for whoever makes such contributions.
    package let content: AnyObject
    /// Its place among the others.
    let order: Int
    /// Where it was contributed.
    package let call: CallSite
    /// The closure of a part that was contributed without a declaration, and the collection that it was contributed to.
    package let closure: (replacement: SlotState.Replacement, collection: Declaration)?
    /// The declaration that it resolves, if it was contributed as a declaration.
    package let keyPath: AnyKeyPath?
    /// The module that contributed it when it was installed, if one did.
    private let module: (any Any.Type)?

    package init(
        _ declaration: Declaration,
        _ content: AnyObject,
        order: Int = 0,
        closure: (replacement: SlotState.Replacement, collection: Declaration)? = nil,
        keyPath: AnyKeyPath? = nil,
        at call: CallSite
    ) {
        self.declaration = declaration
        self.content = content
        self.keyPath = keyPath
        self.order = order
        self.closure = closure
        self.call = call
        module = ResolutionStack.moduleUnderInstallation
    }

    /// Whether the module that this thread is installing made this.
    package var isOfModuleUnderInstallation: Bool {
        module != nil && module == ResolutionStack.moduleUnderInstallation
    }

    /// Whether one installation of a module made this, and another made the other.
    fileprivate func isOfSameModule(as other: Contribution) -> Bool { module != nil && module == other.module }
}

extension [Contribution] {
    /// Those of a parent and these of its child, without the child's of modules that have contributed to the parent, too.
    func overlaying(_ parent: [Contribution]) -> [Contribution] {
        guard !isEmpty, !parent.isEmpty else { return isEmpty ? parent : self }
        return parent.merging(filter { contribution in !parent.contains { $0.isOfSameModule(as: contribution) } })
    }

    /// These and later ones, in ascending order. Of those with the same order, the earlier ones come first.
    ///
    /// Both arrays are in ascending order. Copies nothing if one of them is empty.
    func merging(_ later: [Contribution]) -> [Contribution] {
        guard !later.isEmpty, !isEmpty else { return isEmpty ? later : self }
        var merged = self
        // Most come last.
        for contribution in later {
            let last = merged.lastIndex { $0.order <= contribution.order }
            merged.insert(contribution, at: last.map { $0 + 1 } ?? 0)
        }
        return merged
    }
}

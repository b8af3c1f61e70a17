/// What was contributed to a declaration in one container, without its type: a part of a collection, or an installed module.
class Contribution: @unchecked Sendable {
    // SAFETY: It does not change. Subclasses are responsible for what they add.

    /// Stands for the contribution in a path.
    let declaration: Declaration
    /// Where it was contributed.
    let call: CallSite

    init(_ declaration: Declaration, at call: CallSite) {
        self.declaration = declaration
        self.call = call
    }

    /// The closure of a part that was contributed without a declaration, and the collection that it was contributed to.
    var closure: (replacement: SlotState.Replacement, collection: Declaration)? { nil }
}

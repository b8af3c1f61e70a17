/// What was contributed to a declaration in one container, without its type: a part of a collection, or an installed module.
class Contribution: @unchecked Sendable {
    // SAFETY: It does not change. Subclasses are responsible for what they add.

    /// Where it was contributed.
    let call: CallSite

    init(at call: CallSite) { self.call = call }
}

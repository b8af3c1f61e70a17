/// Identifies a scope by a number that is never reused. The address of a scope could be.
///
/// 0 stands for every singleton scope, 1 to 5 are the standard scopes, by their `Scope.Kind`, and custom scopes have unique
/// numbers above 16.
struct ScopeID: Hashable, Sendable {
    let number: UInt64

    init(number: UInt64) { self.number = number }

    // Written out, because the derived operator is slow in a build without optimization.
    static func == (left: ScopeID, right: ScopeID) -> Bool { left.number == right.number }

    static func make() -> ScopeID { ScopeID(number: .unique()) }

    /// Stands for every singleton scope, because a clone of one holds the same instances.
    static var singletons: ScopeID { ScopeID(number: 0) }
}

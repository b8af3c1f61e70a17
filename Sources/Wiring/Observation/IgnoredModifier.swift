/// A modifier that was set outside a declaration, and that a resolution does not use, because something takes precedence over it.
package struct IgnoredModifier: Hashable, Sendable {
    /// What was set, as source code: `onTest`.
    package let name: String
    package let reason: Reason
    /// Whether it is for a context, so that an override would have its effect.
    package let isForContext: Bool
    /// Identifies what was set.
    package let identity: Identity

    package enum Reason: Hashable, Sendable {
        /// The declaration sets the same.
        case declaration
        /// An override, and where it was set.
        case override(CallSite?)
        /// The closure for another context.
        case context(String)
    }

    /// Identifies what a modifier sets: the address of a closure's code and that of its captures, or a scope, or a time to live.
    package struct Identity: Hashable, Sendable {
        let name: String
        private let words: [UInt64]

        init(_ name: String, _ words: [UInt64]) { (self.name, self.words) = (name, words) }
    }
}

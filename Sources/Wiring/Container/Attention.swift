public import Synchronization

/// One word that tells a resolution whether there is anything to look at, or only its own closure to call.
///
/// Its low bits are switches for the whole container. The others are a filter of the declarations about which something
/// is kept: a bit that is clear says that nothing is, a bit that is set says that there may be.
@usableFromInline
struct Attention: ~Copyable, Sendable {
    /// What concerns every declaration of a container.
    @usableFromInline
    struct Switches: OptionSet, Sendable {
        @usableFromInline let rawValue: UInt64

        @inlinable
        init(rawValue: UInt64) { self.rawValue = rawValue }

        /// `autoRegister()` has yet to run.
        @inlinable static var autoRegistration: Switches { Switches(rawValue: 1) }
        /// There is a decorator, or a trace: every resolution is looked at.
        @inlinable static var observation: Switches { Switches(rawValue: 2) }
        /// There is a default scope, or a search for circles: resolutions without a scope are looked at.
        @inlinable static var unscoped: Switches { Switches(rawValue: 4) }
        /// Any of those that concern a resolution which finds its instance.
        @inlinable static var hits: Switches { Switches(rawValue: 3) }
        /// Any at all.
        @inlinable static var any: Switches { Switches(rawValue: 7) }
    }

    @usableFromInline let word: Atomic<UInt64>

    init(_ switches: Switches) { word = Atomic(switches.rawValue) }

    /// Whether nothing at all is kept that could concern a declaration.
    @inlinable
    func isQuiet(about declaration: borrowing Declaration) -> Bool {
        word.load(ordering: .relaxed) & (Switches.any.rawValue | Self.bit(of: declaration)) == 0
    }

    /// Whether one of some switches is on.
    @inlinable
    func isOn(_ switches: Switches) -> Bool { word.load(ordering: .acquiring) & switches.rawValue != 0 }

    func turn(_ switches: Switches, on: Bool) {
        if on {
            word.bitwiseOr(switches.rawValue, ordering: .acquiringAndReleasing)
        } else {
            word.bitwiseAnd(~switches.rawValue, ordering: .acquiringAndReleasing)
        }
    }

    /// Notes that something is kept about a declaration.
    func note(_ declaration: Declaration) {
        let bit = Self.bit(of: declaration)
        guard word.load(ordering: .relaxed) & bit == 0 else { return }
        word.bitwiseOr(bit, ordering: .acquiringAndReleasing)
    }

    @inlinable
    static func bit(of declaration: borrowing Declaration) -> UInt64 {
        1 << (8 + UInt64(declaration.line &* 31 &+ declaration.column) % 56)
    }
}

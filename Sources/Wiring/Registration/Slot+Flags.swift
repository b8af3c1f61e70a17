extension Slot {
    /// Summarizes a slot for a resolution, in one word that is read without a lock.
    ///
    ///     bits 0–3  retention            how instances are stored
    ///     bit  4    replacement          an override or a registered closure
    ///     bit  5    contexts             closures for contexts
    ///     bit  6    decorator
    ///     bit  7    furtherRetention     a second custom scope: the retention is incomplete
    ///     bit  8    automatic            autoRegister() sets something, unless it no longer does when it runs again
    ///     bit  9    decorations          closures that decorate a new instance
    ///     bit  10   hooks                closures that start and stop instances
    ///     bit  11   timeToLive
    struct Flags: OptionSet, Sendable {
        let rawValue: UInt64

        init(rawValue: UInt64) { self.rawValue = rawValue }

        /// A retention and nothing else.
        init(_ retention: Retention) { rawValue = UInt64(retention.rawValue) }

        static var replacement: Slot.Flags { Slot.Flags(rawValue: 16) }
        static var contexts: Slot.Flags { Slot.Flags(rawValue: 32) }
        static var decorator: Slot.Flags { Slot.Flags(rawValue: 64) }
        static var furtherRetention: Slot.Flags { Slot.Flags(rawValue: 128) }
        static var automatic: Slot.Flags { Slot.Flags(rawValue: 256) }
        static var decorations: Slot.Flags { Slot.Flags(rawValue: 512) }
        /// The flags of what may replace or change the declaration's instance.
        static var replacing: Slot.Flags { Slot.Flags(rawValue: 560) }
        static var hooks: Slot.Flags { Slot.Flags(rawValue: 1024) }
        static var timeToLive: Slot.Flags { Slot.Flags(rawValue: 2048) }

        var retention: Retention { Retention(rawValue: UInt8(truncatingIfNeeded: rawValue & 15)) }

        /// Whether a hit depends only on a retention. Replacements, contexts and decorations do not affect a stored
        /// instance.
        ///
        /// - Parameter ignored: What the hit takes into account itself.
        func allowsHit(for retention: Retention, ignoring ignored: Slot.Flags = []) -> Bool {
            // On the raw value, because a build without optimization is slow on sets.
            rawValue & ~816 & ~ignored.rawValue == UInt64(retention.rawValue)
        }

        /// Whether a hit may depend on more than a scope.
        var hasModifiers: Bool { rawValue & ~816 > 7 }
    }
}

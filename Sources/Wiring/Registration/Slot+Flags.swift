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
    ///     bit  12   endedOperations      operations whose child has set something; in a debug build only
    typealias Flags = BitSet<Slot>
}

extension Slot.Flags {
    /// A retention and nothing else.
    init(_ retention: Retention) { self.init(rawValue: UInt64(retention.rawValue)) }

    static var replacement: Self { Self(rawValue: 16) }
    static var contexts: Self { Self(rawValue: 32) }
    static var decorator: Self { Self(rawValue: 64) }
    static var furtherRetention: Self { Self(rawValue: 128) }
    static var automatic: Self { Self(rawValue: 256) }
    static var decorations: Self { Self(rawValue: 512) }
    /// The flags of what may replace or change the declaration's instance.
    static var replacing: Self { Self(rawValue: 560) }
    static var hooks: Self { Self(rawValue: 1024) }
    static var timeToLive: Self { Self(rawValue: 2048) }
    #if DEBUG
        static var endedOperations: Self { Self(rawValue: 4096) }
    #endif

    var retention: Retention { Retention(rawValue: UInt8(truncatingIfNeeded: rawValue & 15)) }

    /// Whether a hit depends only on a retention. Replacements, contexts and decorations do not affect a stored
    /// instance.
    ///
    /// - Parameter ignored: What the hit takes into account itself.
    func allowsHit(for retention: Retention, ignoring ignored: Self = Self()) -> Bool {
        // On the raw value, because a build without optimization is slow on sets.
        rawValue & ~816 & ~ignored.rawValue == UInt64(retention.rawValue)
    }

    /// Whether a hit may depend on more than a scope.
    var hasModifiers: Bool { rawValue & ~816 > 7 }
}

/// What a slot's state says to a resolution, in one word: how instances are kept, and what else is set.
struct Hint: OptionSet, Sendable {
    /// The ``KeepingWay`` in the low four bits.
    let rawValue: UInt64

    init(rawValue: UInt64) { self.rawValue = rawValue }

    /// Nothing is set but how instances are kept, if that.
    init(_ way: KeepingWay) { rawValue = UInt64(way.rawValue) }

    /// A closure was registered, or one that overrides.
    static var replacement: Hint { Hint(rawValue: 16) }
    /// There are closures for contexts.
    static var contexts: Hint { Hint(rawValue: 32) }
    /// There is a decorator.
    static var decorator: Hint { Hint(rawValue: 64) }
    /// How instances are kept is not said by the way alone: there is a time to live, or a further scope of a program's own.
    static var further: Hint { Hint(rawValue: 128) }

    /// What `autoRegister()` had set was let go, and has not been set again: `autoRegister()` may have to run first.
    static var forgotten: Hint { Hint(rawValue: 256) }

    /// How instances are kept.
    var way: KeepingWay { KeepingWay(rawValue: UInt8(truncatingIfNeeded: rawValue & 15)) }

    /// Whether a resolution that finds an instance need look at nothing but a way of keeping it.
    func isSimple(for way: KeepingWay) -> Bool {
        // As a number, because a build without optimization takes long over sets.
        rawValue & ~48 == UInt64(way.rawValue)
    }
}

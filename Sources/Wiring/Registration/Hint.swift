/// What a slot's state says to a resolution, in one word: how instances are kept, by its address, and what else is set.
@usableFromInline
struct Hint: OptionSet, Sendable {
    @usableFromInline let rawValue: UInt

    @inlinable
    init(rawValue: UInt) { self.rawValue = rawValue }

    /// A closure was registered, or one that overrides.
    @inlinable static var replacement: Hint { Hint(rawValue: 1) }
    /// There are closures for contexts.
    @inlinable static var contexts: Hint { Hint(rawValue: 2) }
    /// There is a decorator.
    @inlinable static var decorator: Hint { Hint(rawValue: 4) }

    /// Nothing is set but how instances are kept, if that.
    @inlinable
    init(_ keeping: Unmanaged<Keeping>?) {
        // Its low bits are free, because objects are aligned.
        if let keeping { rawValue = UInt(bitPattern: keeping.toOpaque()) } else { rawValue = 0 }
    }

    /// How instances are kept, if modifiers have said anything about it.
    @inlinable var keeping: Unmanaged<Keeping>? {
        // Holds because the address came from one, and a slot keeps them all.
        guard let address = UnsafeRawPointer(bitPattern: rawValue & ~7) else { return nil }
        return Unmanaged.fromOpaque(address)
    }

    /// Whether a resolution that finds an instance need look at nothing but a way of keeping it.
    @inlinable
    func isSimple(for keeping: Unmanaged<Keeping>) -> Bool {
        // As a number, because a build without optimization takes long over sets.
        rawValue & ~(Hint.replacement.rawValue | Hint.contexts.rawValue) == UInt(bitPattern: keeping.toOpaque())
    }
}

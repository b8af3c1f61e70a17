/// A set of bits. It is no `OptionSet`, because each program would keep the functions that its protocols require.
///
/// - Parameter Subject: What the bits are about. A type of its own for each keeps them apart.
package struct BitSet<Subject: ~Copyable>: Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64 = 0) { self.rawValue = rawValue }

    package static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }
    package static func | (left: Self, right: Self) -> Self { Self(rawValue: left.rawValue | right.rawValue) }
    package static func |= (left: inout Self, right: Self) { left = left | right }

    func contains(_ other: Self) -> Bool { rawValue & other.rawValue == other.rawValue }
    func isDisjoint(with other: Self) -> Bool { rawValue & other.rawValue == 0 }
    func subtracting(_ other: Self) -> Self { Self(rawValue: rawValue & ~other.rawValue) }
}

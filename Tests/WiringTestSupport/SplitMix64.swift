/// A generator whose numbers are the same for the same seed, on every system.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns `true` with a probability of `percent`.
    package mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// A number from zero up to, but not including, `bound`.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// A random element of an array, which must not be empty.
    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// A random part of an array: each element with a probability of `percent`, and at least one.
    package mutating func some<Element>(of elements: [Element], _ percent: Int) -> [Element] {
        let some = elements.filter { _ in chance(percent) }
        return some.isEmpty ? [pick(elements)] : some
    }
}

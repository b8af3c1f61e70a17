/// Tells the fast path whether a resolution may skip everything but its own closure.
///
/// There are two words:
///
///     switches   bit 0  autoRegistration   autoRegister() has yet to run           every resolution takes the slow path
///                bit 1  observation        a decorator, a trace, or an observer of resolutions   every resolution takes the slow path
///                bit 2  defaultScope       a default scope                         resolutions without a scope do
///                bit 3  cycles             cycles are detected early               nested resolutions without a scope do
///                bit 4  promises           an unkept promise is an error           resolutions of promises do
///                bit 5  parent             the container is a child                all do, except hits that depend on its slot
///                bit 6  ended              a child's operation has ended           instances are not kept
///                bit 7  modifiers          more than a scope was set somewhere     hits in children look at the container's slot
///                bit 8  construction       an observer of constructions            all do, except hits
///                bit 9  changes            an observer of changes                  none do
///                bit 10 failures           a `ContainerObserver` of failures        those that can fail do, except hits
///                bit 11 autoRegisters      there is an autoRegister(), which has been called   none do
///     filter     64 bits, one for each hash of a declaration's place: set if the container may have a slot for it
package struct FastPathFlags: ~Copyable, Sendable {
    package typealias Switches = BitSet<FastPathFlags>

    private let switches: AtomicWord
    private let filter = AtomicWord()

    init(_ switches: Switches) { self.switches = AtomicWord(switches.rawValue) }

    /// Whether a resolution without modifiers need only call its closure.
    @inline(__always)
    func isClear(for site: Declaration.Site, isNested: Bool) -> Bool {
        // In this order: a reader that sees that `autoRegister()` has run also sees the filter's bits for what it registered.
        isClear(isNested: isNested) && !mayHaveSlot(for: site)
    }

    /// Whether a resolution without modifiers depends only on its declaration's slot.
    @inline(__always)
    func isClear(isNested: Bool) -> Bool {
        let on = switches.current
        return on & Switches.nested.rawValue == 0 || !isNested && on & Switches.outermost.rawValue == 0
    }

    /// Whether one of some switches is on.
    @inline(__always)
    package func isOn(_ switches: Switches) -> Bool { self.switches.current & switches.rawValue != 0 }

    func turn(_ switches: Switches, on: Bool) {
        if on { self.switches.turnOn(switches.rawValue) } else { self.switches.turnOff(switches.rawValue) }
    }

    /// Begins with the slots that another container has.
    func inherit(from other: borrowing FastPathFlags) {
        // Whoever does not see the new share yet, and so preserves nothing, has set its bit before.
        filter.turnOn(other.filter.ordered)
        if other.isOn(.modifiers) { turn(.modifiers, on: true) }
    }

    /// Records that the container has a slot for a declaration.
    func note(_ declaration: Declaration) {
        // Read in one order with the shares, because another thread may have set the bit.
        filter.turnOn(1 << Self.bit(of: declaration.site), unlessIn: filter.ordered)
    }

    @inline(__always)
    private func mayHaveSlot(for site: Declaration.Site) -> Bool { filter.current &>> Self.bit(of: site) & 1 != 0 }

    @inline(__always)
    private static func bit(of site: Declaration.Site) -> UInt64 { (site.position &* 0x9E37_79B9_7F4A_7C15) >> 58 }
}

extension FastPathFlags.Switches {
    static var autoRegistration: Self { Self(rawValue: 1) }
    static var observation: Self { Self(rawValue: 2) }
    static var defaultScope: Self { Self(rawValue: 4) }
    package static var cycles: Self { Self(rawValue: 8) }
    static var promises: Self { Self(rawValue: 16) }
    static var parent: Self { Self(rawValue: 32) }
    static var ended: Self { Self(rawValue: 64) }
    static var modifiers: Self { Self(rawValue: 128) }
    static var construction: Self { Self(rawValue: 256) }
    static var changes: Self { Self(rawValue: 512) }
    static var failures: Self { Self(rawValue: 1024) }
    static var autoRegisters: Self { Self(rawValue: 2048) }
    /// Those that the settings of a container turn on.
    static var settings: Self { Self(rawValue: 1822) }
    /// Those that affect a hit.
    static var hits: Self { Self(rawValue: 35) }
    /// Those that affect an outermost resolution without a scope.
    static var outermost: Self { Self(rawValue: 295) }
    /// Those that affect a nested resolution without a scope.
    static var nested: Self { Self(rawValue: 303) }
}

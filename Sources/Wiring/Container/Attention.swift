/// Two words that tell a resolution whether there is anything to look at, or only its own closure to call.
///
/// One has switches for the whole container. The other is a filter of the declarations about which something is kept: a bit
/// that is clear says that nothing is, a bit that is set says that there may be.
struct Attention: ~Copyable, Sendable {
    /// What concerns every declaration of a container.
    struct Switches: OptionSet, Sendable {
        let rawValue: UInt64

        init(rawValue: UInt64) { self.rawValue = rawValue }

        /// `autoRegister()` has yet to run.
        static var autoRegistration: Switches { Switches(rawValue: 1) }
        /// There is a decorator, or a trace: every resolution is looked at.
        static var observation: Switches { Switches(rawValue: 2) }
        /// There is a default scope: resolutions without a scope are looked at.
        static var unscoped: Switches { Switches(rawValue: 4) }
        /// There is a search for circles: resolutions within others are looked at.
        static var circles: Switches { Switches(rawValue: 8) }
        /// A promise that is not kept may be an error: resolutions of promises know where they were called.
        static var promises: Switches { Switches(rawValue: 16) }
        /// Any of those that concern a resolution which finds its instance.
        static var hits: Switches { Switches(rawValue: 3) }
        /// Any at all.
        static var any: Switches { Switches(rawValue: 7) }
    }

    private let switches: Word
    private let filter = Word()

    init(_ switches: Switches) { self.switches = Word(switches.rawValue) }

    /// Whether a resolution without a modifier need only call its closure: nothing is kept that could concern it.
    @inline(__always)
    func isClear(for site: Site, isNested: Bool) -> Bool {
        // In this order: a reader that sees that `autoRegister()` has run then also sees what it has noted in the filter.
        concernsDeclarationsAlone(isNested: isNested) && !mayConcern(site)
    }

    /// Whether a resolution without a modifier need only look at what is kept about its declaration. Within other resolutions
    /// there is more to do where circular dependencies are looked for.
    @inline(__always)
    func concernsDeclarationsAlone(isNested: Bool) -> Bool {
        let on = switches.current
        return on & (Switches.any.rawValue | Switches.circles.rawValue) == 0
            || !isNested && on & Switches.any.rawValue == 0
    }

    /// Whether one of some switches is on.
    @inline(__always)
    func isOn(_ switches: Switches) -> Bool { self.switches.current & switches.rawValue != 0 }

    func turn(_ switches: Switches, on: Bool) {
        if on { self.switches.turnOn(switches.rawValue) } else { self.switches.turnOff(switches.rawValue) }
    }

    /// Notes that something is kept about a declaration.
    func note(_ declaration: Declaration) { filter.turnOn(1 << Self.bit(of: declaration.site)) }

    @inline(__always)
    private func mayConcern(_ site: Site) -> Bool { filter.current &>> Self.bit(of: site) & 1 != 0 }

    @inline(__always)
    private static func bit(of site: Site) -> UInt64 { (site.position &* 0x9E37_79B9_7F4A_7C15) >> 58 }
}

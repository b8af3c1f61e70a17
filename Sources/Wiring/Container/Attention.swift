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

        @export(implementation)
        @inline(__always)
        init(rawValue: UInt64) { self.rawValue = rawValue }

        /// `autoRegister()` has yet to run.
        @export(implementation) @inline(__always) static var autoRegistration: Switches { Switches(rawValue: 1) }
        /// There is a decorator, or a trace: every resolution is looked at.
        @export(implementation) @inline(__always) static var observation: Switches { Switches(rawValue: 2) }
        /// There is a default scope: resolutions without a scope are looked at.
        @export(implementation) @inline(__always) static var unscoped: Switches { Switches(rawValue: 4) }
        /// There is a search for circles: resolutions within others are looked at.
        @export(implementation) @inline(__always) static var circles: Switches { Switches(rawValue: 8) }
        /// A promise that is not kept may be an error: resolutions of promises know where they were called.
        @export(implementation) @inline(__always) static var promises: Switches { Switches(rawValue: 16) }
        /// Any of those that concern a resolution which finds its instance.
        @export(implementation) @inline(__always) static var hits: Switches { Switches(rawValue: 3) }
        /// Any at all.
        @export(implementation) @inline(__always) static var any: Switches { Switches(rawValue: 7) }
    }

    @usableFromInline let word: Word

    init(_ switches: Switches) { word = Word(switches.rawValue) }

    /// Whether a resolution without a modifier has nothing to look at: nothing at all is kept that could concern it, and
    /// the thread's resolutions are no deeper than usual; not within others, where circles are searched for.
    @export(implementation)
    @inline(__always)
    func allowsStraightWay(of site: Site, depth: Int) -> Bool {
        // Without branches, so that the optimizer sees one way in and one way out.
        let isNested = Switches.circles.rawValue & (UInt64(bitPattern: Int64(0 &- depth)) >> 56)
        let isDeep = UInt64(bitPattern: Int64(ResolutionStack.suspiciousDepth &- 1 &- depth)) >> 63
        return word.currentAlone & (Switches.any.rawValue | isNested | Self.bit(of: site)) | isDeep == 0
    }

    /// Whether a resolution without a modifier has nothing to look at but what is kept about its declaration.
    @export(implementation)
    func allowsShortWay(depth: Int) -> Bool {
        let isNested = depth > 0 ? Switches.circles.rawValue : 0
        return word.currentAlone & (Switches.any.rawValue | isNested) == 0 && depth < ResolutionStack.suspiciousDepth
    }

    /// Whether one of some switches is on.
    @export(implementation)
    @inline(__always)
    func isOn(_ switches: Switches) -> Bool { word.current & switches.rawValue != 0 }

    func turn(_ switches: Switches, on: Bool) {
        if on { word.turnOn(switches.rawValue) } else { word.turnOff(switches.rawValue) }
    }

    /// Notes that something is kept about a declaration.
    func note(_ declaration: Declaration) { word.turnOn(Self.bit(of: declaration.site)) }

    @export(implementation)
    @inline(__always)
    static func bit(of site: Site) -> UInt64 {
        1 << (8 + ((site.position >> 32) &* 31 &+ site.position & 0xFFFF_FFFF) % 56)
    }
}

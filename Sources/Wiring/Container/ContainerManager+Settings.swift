extension ContainerManager {
    /// The settings of a container as a whole.
    package struct Settings {
        typealias Names = BitSet<Settings>

        /// The scope as a container stores it.
        var defaultScope: Scope?
        package internal(set) var decorator: ((Any) -> Void)?
        var trace = false
        var logger: (String) -> Void = { print($0) }
        var circularDependencyTesting = isBuiltForDebugging
        /// `nil` until it is set: then on in a debug build, except in previews.
        var promiseTriggersError: Bool?
        package internal(set) var failureObserver: FailureObserver?
        /// The observers, in the order in which they are called.
        package var observers: [any ContainerObserver] = []
        /// Whether any setting has been assigned.
        var areChanged = false
        /// The settings that were last assigned other than by `autoRegister()`.
        private var own = Names()
        /// The settings that `autoRegister()` must not assign, because they were inherited or restored.
        private var inherited = Names()

        /// The ``switches`` of unchanged settings.
        static var initialSwitches: FastPathFlags.Switches {
            isBuiltForDebugging ? .cycles | .promises : FastPathFlags.Switches()
        }

        /// The switches that these settings turn on.
        // Not inlined into each setter.
        @inline(never)
        var switches: FastPathFlags.Switches {
            var switches = FastPathFlags.Switches()
            let observed = observers.reduce(into: ObservedResolution.Events()) { $0 |= $1.events }
            if decorator != nil || trace || observed.contains(.resolutions) { switches |= .observation }
            if observed.contains(.constructions) { switches |= .construction }
            if observed.contains(.changes) { switches |= .changes }
            if observed.contains(.failures) { switches |= .failures }
            if defaultScope != nil { switches |= .defaultScope }
            if circularDependencyTesting { switches |= .cycles }
            if promiseTriggersError ?? isBuiltForDebugging { switches |= .promises }
            return switches
        }

        /// Assigns one setting from others.
        ///
        /// - Parameter isAutomatic: Whether `autoRegister()` assigns it.
        mutating func assign(_ name: Names, from other: Settings, isAutomatic: Bool) {
            if isAutomatic, inherited.contains(name) { return }
            assign(name, from: other)
            if isAutomatic { own = own.subtracting(name) }
        }

        /// These settings without those that `autoRegister()` assigned. When it runs again, it does not replace these.
        var withoutAutomatic: Settings {
            var settings = Settings()
            settings.assign(own, from: self)
            settings.observers = observers
            settings.inherited = own
            return settings
        }

        /// These settings in a copy of their container.
        ///
        /// - Parameter isComplete: Whether those that `autoRegister()` assigned are included.
        func inherited(isComplete: Bool) -> Settings {
            var settings = isComplete ? self : withoutAutomatic
            settings.observers.removeAll { !$0.isInherited || $0.hasEnded }
            return settings
        }

        /// These settings in a child whose parent has others: those that were last assigned other than by `autoRegister()`, and
        /// all observers.
        ///
        /// - Parameter parent: The parent's settings; `nil` without a parent.
        func overlaying(_ parent: Settings?) -> Settings {
            guard let parent else { return self }
            var settings = self
            settings.assign(parent.own.subtracting(own), from: parent)
            settings.observers += parent.observers
            return settings
        }

        private mutating func assign(_ names: Names, from other: Settings) {
            if names.contains(.defaultScope) { defaultScope = other.defaultScope }
            if names.contains(.decorator) { decorator = other.decorator }
            if names.contains(.trace) { trace = other.trace }
            if names.contains(.logger) { logger = other.logger }
            if names.contains(.circularDependencyTesting) {
                circularDependencyTesting = other.circularDependencyTesting
            }
            if names.contains(.promiseTriggersError) { promiseTriggersError = other.promiseTriggersError }
            if names.contains(.failureObserver) { failureObserver = other.failureObserver }
            own |= names
        }
    }
}

extension ContainerManager.Settings.Names {
    static var defaultScope: Self { Self(rawValue: 1) }
    static var decorator: Self { Self(rawValue: 2) }
    static var trace: Self { Self(rawValue: 4) }
    static var logger: Self { Self(rawValue: 8) }
    static var circularDependencyTesting: Self { Self(rawValue: 16) }
    static var promiseTriggersError: Self { Self(rawValue: 32) }
    static var failureObserver: Self { Self(rawValue: 64) }
}

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

extension FactoryContext {
    /// The context of the current task's resolutions.
    ///
    /// It belongs to the task's ``Container/shared`` container. Changes that you make in `withContainer`, in
    /// `Container.$shared.withValue(…)`, or in a test with its own container do not affect anything outside. A
    /// container's context initially describes the process as it was launched. A container that `withContainer` or a
    /// test created uses the context of that operation or test wherever it is used. Within it, that is the current context: that of
    /// another container, if you have made it ``Container/shared``.
    ///
    /// ``setArg(_:forKey:)`` and ``removeArg(forKey:)`` are atomic. An assignment to a property reads the context and writes it
    /// back, so one of two concurrent assignments may be lost.
    public static var current: FactoryContext {
        get { changed ?? FactoryContext() }
        set { owner.changeContext { $0 = newValue } }
    }

    /// Sets a runtime argument in the ``current`` context, replacing an earlier one with the same key.
    public static func setArg(_ argument: String, forKey key: String) {
        owner.changeContext { $0.runtimeArguments[key] = argument }
    }

    /// Removes a runtime argument from the ``current`` context.
    public static func removeArg(forKey key: String) { owner.changeContext { $0.runtimeArguments[key] = nil } }

    /// Removes all arguments and variables from the ``current`` context, so that none of them selects a closure.
    ///
    /// Call it at launch if users of your program must not be able to choose mocks:
    /// ```swift
    /// #if !DEBUG
    ///     FactoryContext.ignoreArgumentsAndEnvironment()
    /// #endif
    /// ```
    public static func ignoreArgumentsAndEnvironment() {
        owner.changeContext { ($0.arguments, $0.runtimeArguments, $0.environment) = ([], [:], [:]) }
    }

    /// The current context; `nil` if no context has been changed, so that it is the context of the process.
    static var changed: FactoryContext? { isAnyChanged ? owner.ownContext : nil }

    /// The manager that stores the current context.
    static var owner: ContainerManager {
        let shared = Container.shared.visible.manager
        guard let override = OwnerOverride.current, override.shared.visible === shared else { return shared }
        return override.owner.visible
    }

    /// Makes a container other than ``Container/shared`` the owner of a task's context.
    struct OwnerOverride: Sendable {
        @TaskLocal static var current: OwnerOverride?

        fileprivate let owner: ContainerManager
        /// The manager of the shared container when this was bound. If another container is bound since, that one is the owner.
        fileprivate let shared = Container.shared.manager

        init(_ owner: ContainerManager) { self.owner = owner }
    }
}

extension ContainerManager {
    /// The context of resolutions from this container: that of its isolation. A task within that isolation, and a container
    /// without one, use the current context. A child uses that of its parent until it sets its own.
    package var context: FactoryContext {
        if let parent { return assignedContext ?? parent.manager.context }
        guard let isolation, IsolationState.current !== isolation else { return FactoryContext.current }
        return isolation.context
    }
}

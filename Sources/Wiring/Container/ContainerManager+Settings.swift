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
            (settings.observers, settings.areChanged) = (observers, areChanged)
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
            settings.areChanged = areChanged || parent.areChanged
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

/// What can be set about a container as a whole.
struct Settings {
    /// Which setting.
    struct Names: OptionSet {
        let rawValue: UInt8

        static var defaultScope: Names { Names(rawValue: 1) }
        static var decorator: Names { Names(rawValue: 2) }
        static var trace: Names { Names(rawValue: 4) }
        static var logger: Names { Names(rawValue: 8) }
        static var circularDependencyTesting: Names { Names(rawValue: 16) }
        static var promiseTriggersError: Names { Names(rawValue: 32) }
    }

    /// As it is kept.
    var defaultScope: Scope?
    var decorator: ((Any) -> Void)?
    var trace = false
    var logger: (String) -> Void = { print($0) }
    var circularDependencyTesting = isBuiltForDebugging
    /// `nil` until it is set: then on in a debug build, except in previews.
    var promiseTriggersError: Bool?
    var observer: (any ResolutionObserver)?
    /// Whether any of them has been set, to whatever value.
    var areChanged = false
    /// Those that others than `autoRegister()` have set last.
    private var own: Names = []
    /// Those that `autoRegister()` is not to set, because it has run elsewhere before others set them.
    private var inherited: Names = []

    /// The ``attention`` of settings that nobody has changed.
    static var attentionAtFirst: Attention.Switches { isBuiltForDebugging ? [.circles, .promises] : [] }

    /// The resolutions that must look at these settings.
    var attention: Attention.Switches {
        var switches: Attention.Switches = []
        if decorator != nil || trace || observer != nil { switches.insert(.observation) }
        if defaultScope != nil { switches.insert(.unscoped) }
        if circularDependencyTesting { switches.insert(.circles) }
        if promiseTriggersError ?? isBuiltForDebugging { switches.insert(.promises) }
        return switches
    }

    /// Changes one setting.
    ///
    /// - Parameter isAutomatic: Whether `autoRegister()` does it.
    mutating func change(_ name: Names, isAutomatic: Bool, _ change: (inout Settings) -> Void) {
        if isAutomatic, inherited.contains(name) { return }
        change(&self)
        if isAutomatic { own.remove(name) } else { own.insert(name) }
    }

    /// These, without what `autoRegister()` has set: what it is to set again, it sets beneath these.
    var withoutAutomatic: Settings {
        var settings = Settings()
        if own.contains(.defaultScope) { settings.defaultScope = defaultScope }
        if own.contains(.decorator) { settings.decorator = decorator }
        if own.contains(.trace) { settings.trace = trace }
        if own.contains(.logger) { settings.logger = logger }
        if own.contains(.circularDependencyTesting) { settings.circularDependencyTesting = circularDependencyTesting }
        if own.contains(.promiseTriggersError) { settings.promiseTriggersError = promiseTriggersError }
        (settings.observer, settings.areChanged) = (observer, areChanged)
        (settings.own, settings.inherited) = (own, own)
        return settings
    }
}

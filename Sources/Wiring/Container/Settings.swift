/// What can be set about a container as a whole.
struct Settings {
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
}

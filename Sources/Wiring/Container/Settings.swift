/// What can be set about a container as a whole.
struct Settings {
    /// As it is kept.
    var defaultScope: Scope?
    var decorator: ((Any) -> Void)?
    var trace = false
    var logger: (String) -> Void = { print($0) }
    var circularDependencyTesting = isBuiltForDebugging
    var promiseTriggersError = false
    /// Whether any of them has been set, to whatever value.
    var areChanged = false

    /// Whether a resolution must look at these settings.
    var needAttention: Bool { defaultScope != nil || decorator != nil || trace || circularDependencyTesting }
}

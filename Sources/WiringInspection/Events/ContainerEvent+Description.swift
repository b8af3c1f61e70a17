import Wiring

extension ContainerEvent: CustomStringConvertible {
    /// What happened to what, how long it took, for which dependent, and where, in one line. The event of a captive
    /// dependency has the several lines of its ``WiringFault``.
    @_documentation(visibility: internal)
    public var description: String {
        if case .captive(let fault) = kind { return fault.description }
        let subject = dependency?.title ?? "\(container) #\(containerNumber)"
        let needed = dependent.map { ", for \($0.title)" } ?? ""
        let place = call.map { ", at \($0)" } ?? ""
        return "\(kind.verb) \(subject)\(kind.detail)\(needed)\(place)"
    }
}

extension ContainerEvent.Kind {
    /// What happened, before the name of what it happened to.
    var verb: String {
        switch self {
        case .resolved: "resolved"
        case .built: "built"
        case .failed: "failed"
        case .registered: "registered"
        case .overridden: "overrode"
        case .decorated: "decorated"
        case .contributed: "contributed to"
        case .reset: "reset"
        case .cleared: "cleared"
        case .pushed: "pushed"
        case .popped: "popped"
        case .childMade: "made child"
        case .childEnded: "ended child"
        case .started: "started"
        case .stopped: "stopped"
        case .lifecycleFailed: "lifecycle failure of"
        case .captive: "captured"
        }
    }

    fileprivate var detail: String {
        switch self {
        case .resolved(let source, let duration): " from \(source?.name ?? "its scope") in \(duration.inMilliseconds)"
        case .built(let source, let duration): " from \(source.name) in \(duration.inMilliseconds)"
        case .failed(let error, let duration): " after \(duration.inMilliseconds): \(error)"
        case .contributed(let part): ": \(part)"
        case .reset(let options): ": \(options)"
        case .cleared(let scope): ": \(scope)"
        case .started(let duration), .stopped(let duration): " in \(duration.inMilliseconds)"
        case .lifecycleFailed(let error, let hook, _): (hook.map { ", in \($0.rawValue)" } ?? "") + ": \(error)"
        case .registered, .overridden, .decorated, .pushed, .popped, .childMade, .childEnded, .captive: ""
        }
    }
}

extension ClosureSource {
    /// With an article.
    fileprivate var name: String {
        switch self {
        case .declaration: "the declaration"
        case .override: "an override"
        case .registration: "a registration"
        case .context, .decoration: text
        }
    }
}

extension Duration {
    /// In milliseconds, with three decimal places and the unit.
    var inMilliseconds: String {
        let (seconds, attoseconds) = components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        let decimals = "\(1_000 + microseconds % 1_000)".dropFirst()
        return "\(microseconds / 1_000).\(decimals) ms"
    }
}

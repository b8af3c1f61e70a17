import Wiring

extension ContainerEvent: CustomStringConvertible {
    /// What happened to what, how long it took, for which dependent, and where, in one line. The event of a captive
    /// dependency has the several lines of its ``WiringFault``.
    @_documentation(visibility: internal)
    public var description: String {
        if case .captive(let fault) = kind { return fault.description }
        let subject = dependency?.description ?? "\(container) #\(containerNumber)"
        let needed = dependent.map { ", for \($0)" } ?? ""
        let place = call.map { ", at \($0)" } ?? ""
        let (verb, detail) = kind.text
        return "\(verb) \(subject)\(detail)\(needed)\(place)"
    }
}

extension ContainerEvent.Kind {
    /// What happened, before the name of what it happened to, and more about it, after the name.
    fileprivate var text: (verb: String, detail: String) {
        switch self {
        case .resolved(let source, let duration):
            ("resolved", " from \(source?.name ?? "its scope") in \(duration.inMilliseconds)")
        case .built(let source, let duration): ("built", " from \(source.name) in \(duration.inMilliseconds)")
        case .failed(let error, let duration): ("failed", " after \(duration.inMilliseconds): \(error)")
        case .registered: ("registered", "")
        case .overridden: ("overrode", "")
        case .decorated: ("decorated", "")
        case .contributed(let part): ("contributed to", ": \(part)")
        case .reset(let options): ("reset", ": \(options)")
        case .cleared(let scope): ("cleared", ": \(scope)")
        case .pushed: ("pushed", "")
        case .popped: ("popped", "")
        case .childMade: ("made child", "")
        case .childEnded: ("ended child", "")
        case .started(let duration): ("started", " in \(duration.inMilliseconds)")
        case .stopped(let duration): ("stopped", " in \(duration.inMilliseconds)")
        case .lifecycleFailed(let error, let hook, _):
            ("lifecycle failure of", (hook.map { ", in \($0.rawValue)" } ?? "") + ": \(error)")
        case .captive: ("captured", "")
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

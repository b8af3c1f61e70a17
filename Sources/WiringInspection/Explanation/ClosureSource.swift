public import Wiring

/// What set a closure that makes or decorates an instance. Later versions may add cases, so a `switch` outside this
/// package needs an `@unknown default`.
@nonexhaustive
public enum ClosureSource: Sendable, Hashable {
    /// `override`.
    case override
    /// A modifier for a context, such as `onTest`.
    case context(FactoryContextType)
    /// `register`.
    case registration
    /// The declaration, or the contribution of a part that has none.
    case declaration
    /// `decorate` or `modify`. Such a closure makes no instance, so no event names it.
    case decoration
}

extension ClosureSource {
    /// Its name in source code, or what it is.
    var text: String {
        switch self {
        case .override: "override"
        case .context(let type): type.modifier
        case .registration: "registration"
        case .declaration: "declaration"
        case .decoration: "decoration"
        }
    }
}

extension ObservedResolution {
    /// What set the closure that makes a new instance.
    var closureSource: ClosureSource {
        switch (replacement?.kind, context) {
        case (.override, _): .override
        case (.registration, _): .registration
        case (_, let context?): .context(context)
        default: .declaration
        }
    }
}

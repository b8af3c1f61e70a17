extension Scope {
    /// The scopes that modifiers name, as they are kept. A name costs nothing where nothing is to be changed: no scope is
    /// retained to be compared.
    @usableFromInline
    enum Standard: UInt8, Sendable {
        case cached = 1
        case graph
        case shared
        case singleton
        case unique

        var scope: Scope {
            switch self {
            case .cached: Scope.cached
            case .graph: Scope.graph
            case .shared: Scope.shared
            case .singleton: Scope.currentSingleton
            case .unique: Scope.unique
            }
        }
    }

    /// Whether instances are kept in the container, in the declaration's slot.
    var isKeptInContainers: Bool { lifetime == .cached || lifetime == .shared }
}

extension KeeperID {
    /// Stands for the standard scope of a way, which has one.
    init(_ way: KeepingWay) { self.init(way.standard!) }

    /// Stands for a scope that modifiers name.
    init(_ standard: Scope.Standard) {
        if case .singleton = standard { self = .singletons } else { self.init(number: UInt64(standard.rawValue)) }
    }
}

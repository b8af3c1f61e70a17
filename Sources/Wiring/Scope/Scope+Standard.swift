extension Scope {
    /// The scopes that modifiers name, as they are kept. A name costs nothing where nothing is to be changed: no scope is
    /// retained to be compared.
    @usableFromInline
    enum Standard: Sendable {
        case cached
        case graph
        case shared
        case singleton
        case unique

        @usableFromInline var scope: Scope {
            switch self {
            case .cached: Scope.cached
            case .graph: Scope.graph
            case .shared: Scope.shared
            case .singleton: Scope.currentSingleton
            case .unique: Scope.unique
            }
        }
    }

    /// Which of them this is.
    var standard: Standard? {
        switch lifetime {
        case .cached where self === Scope.cached: .cached
        case .graph: .graph
        case .shared where self === Scope.shared: .shared
        case .singleton where self === Scope.currentSingleton: .singleton
        case .unique where self === Scope.unique: .unique
        case .cached, .shared, .singleton, .unique: nil
        }
    }
}

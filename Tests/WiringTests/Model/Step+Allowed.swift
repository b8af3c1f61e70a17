extension Step {
    /// Whether a closure of this declaration may perform the step. It needs only earlier declarations, so there is no cycle.
    func isAllowed(in declaration: Int) -> Bool {
        switch self {
        case .need(let need): need.declaration < declaration
        case .change(let operation): declaration > 0 && operation.isAllowedInClosures
        }
    }
}

extension Operation {
    /// Whether this resolves nothing itself, and does not change what a program holds and binds.
    fileprivate var isAllowedInClosures: Bool {
        switch self {
        case .use(let use): use.ending == .nothing
        case .push, .pop, .reset, .resetScope, .resetSingletons, .setArgument, .removeArgument: true
        default: false
        }
    }
}

extension Use {
    /// Whether `autoRegister()` may do this. Another closure may be building what it resolves, so it resolves only the first
    /// declaration.
    var isAllowedInAutoRegister: Bool {
        guard case .declared(let declaration, _) = source else { return false }
        return switch ending {
        case .nothing: true
        case .resolve: declaration == 0
        case .hold: false
        }
    }
}

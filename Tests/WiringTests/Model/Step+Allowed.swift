extension Step {
    /// Whether a closure of this declaration may do so: it needs earlier ones only, so that there is no circle.
    func isAllowed(in declaration: Int) -> Bool {
        switch self {
        case .need(let need): need.declaration < declaration
        case .change(let operation): declaration > 0 && operation.isAllowedInClosures
        }
    }
}

extension Operation {
    /// Whether this resolves nothing by itself, and leaves alone what a program holds and binds.
    fileprivate var isAllowedInClosures: Bool {
        switch self {
        case .use(let use): use.ending == .nothing
        case .push, .pop, .reset, .resetScope, .resetSingletons, .setArgument, .removeArgument: true
        default: false
        }
    }
}

extension Use {
    /// Whether `autoRegister()` may do so: what it resolves, another closure may be making at that moment.
    var isAllowedInAutoRegister: Bool {
        guard case .declared(let declaration, _) = source else { return false }
        return switch ending {
        case .nothing: true
        case .resolve: declaration == 0
        case .hold: false
        }
    }
}

extension Step {
    /// Whether a closure of this declaration may perform the step. It needs only earlier declarations, so there is no cycle, and
    /// awaits only if it may.
    func isAllowed(in declaration: Int, of program: Program) -> Bool {
        switch self {
        case .need(let need):
            need.declaration < declaration
                // Otherwise it is not specified whether it starts with what its own container has started.
                && (need.container == nil || !program.hasHooks || program.hasHooks(in: declaration))
                && (program.declarations[need.declaration].effect != .asynchronous
                    || program.awaits(in: declaration))
        // It is not specified whether a saved state includes an asynchronous construction.
        case .change(.push): declaration > 0 && !program.isAsynchronous
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
        // A closure that runs twice would contribute a key twice.
        case .contribute(_, _, .key), .contributeClosure(_, _, .key): false
        case .contribute, .contributeClosure, .resetCollection: true
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

extension Change {
    /// Whether a declaration can have the change.
    func applies(to declaration: Int, of program: Program) -> Bool {
        guard declaration < program.collection else { return true }
        let plan = program.declarations[declaration]
        return switch self {
        case .scopeOnParameters: plan.takesParameter
        // It is not specified when an expired instance for a parameter is evicted: see `EvictionTests`.
        case .timeToLive: !plan.takesParameter
        // A declaration with hooks needs a scope that keeps its instances, and one of a session cannot be a singleton.
        case .property(let scope), .scope(let scope?):
            !(plan.hasHooks && (scope.storesNothing || scope.isWeak))
                && !(program.isOfSession(declaration) && scope.isSingleton)
        case .scope(nil): plan.firstScope == nil
        // Those of a factory that throws or awaits have no decorator.
        case .decorator: plan.effect == .none
        default: true
        }
    }
}

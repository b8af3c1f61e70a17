extension Array {
    /// A part of this list that still fails, but passes without any one of its elements.
    ///
    /// Removes ever smaller ranges, as in delta debugging.
    func shrunk(while fails: ([Element]) -> Bool) -> [Element] {
        var rest = self
        var length = Swift.max(count / 2, 1)
        while !rest.isEmpty {
            var start = 0
            var isShorter = false
            while start < rest.count {
                var shorter = rest
                shorter.removeSubrange(start..<Swift.min(start + length, rest.count))
                if fails(shorter) {
                    rest = shorter
                    isShorter = true
                } else {
                    start += length
                }
            }
            if length > 1 { length /= 2 } else if !isShorter { break }
        }
        return rest
    }
}

extension Program {
    /// A short program that still fails, from which nothing more can be removed or simplified.
    func shrunk(while fails: (Program) -> Bool) -> Program {
        var program = self
        while true {
            let before = program
            program.shrinkLists(while: fails)
            program.simplify(while: fails)
            if program == before { return program }
        }
    }

    private mutating func shrink<Element>(
        _ list: WritableKeyPath<Program, [Element]>,
        while fails: (Program) -> Bool
    ) {
        let start = self
        self[keyPath: list] = self[keyPath: list].shrunk { part in
            var program = start
            program[keyPath: list] = part
            return fails(program)
        }
    }

    private mutating func shrinkLists(while fails: (Program) -> Bool) {
        shrink(\.operations, while: fails)
        shrink(\.automatic, while: fails)
        for index in modules.indices { shrink(\.modules[index].uses, while: fails) }
        for index in declarations.indices {
            shrink(\.declarations[index].modifiers, while: fails)
            shrink(\.declarations[index].recipe.steps, while: fails)
        }
        for index in operations.indices { shrink(\.operations[index].changes, while: fails) }
        for index in automatic.indices { shrink(\.automatic[index].changes, while: fails) }
    }

    private mutating func simplify(while fails: (Program) -> Bool) {
        for index in declarations.indices {
            attempt(while: fails) { $0.declarations[index].product = .object }
            attempt(while: fails) { $0.declarations[index].takesParameter = false }
            attempt(while: fails) { $0.declarations[index].effect = .none }
            attempt(while: fails) { $0.declarations[index].recipe.isNothing = false }
            attempt(while: fails) { $0.declarations[index].hasHooks = false }
        }
        attempt(while: fails) { $0.automaticModules = [] }
        for index in modules.indices { attempt(while: fails) { $0.modules[index].installs = [] } }
        for index in operations.indices {
            attempt(while: fails) { $0.operations[index].changes.simplifyRecipes() }
            attempt(while: fails) { $0.operations[index].simplifyEnding() }
            attempt(while: fails) { $0.operations[index].useFirstContainer() }
        }
    }

    /// Applies a change if the program still fails afterwards.
    private mutating func attempt(while fails: (Program) -> Bool, _ change: (inout Program) -> Void) {
        var simpler = self
        change(&simpler)
        if simpler != self, fails(simpler) { self = simpler }
    }
}

extension Operation {
    fileprivate var changes: [Change] {
        get {
            if case .use(let use) = self { use.changes } else { [] }
        }
        set {
            guard case .use(var use) = self else { return }
            use.changes = newValue
            self = .use(use)
        }
    }

    fileprivate mutating func simplifyEnding() {
        guard case .use(var use) = self, case .resolve = use.ending else { return }
        use.ending = .resolve(parameter: 0, hold: nil)
        self = .use(use)
    }

    fileprivate mutating func useFirstContainer() {
        guard case .use(var use) = self, case .declared(let declaration, _) = use.source else { return }
        use.source = .declared(declaration, in: 0)
        self = .use(use)
    }
}

extension [Change] {
    /// Reduces closures to creating an instance.
    fileprivate mutating func simplifyRecipes() {
        self = map { change in
            switch change {
            case .context(let situation, let recipe): .context(situation, Recipe(number: recipe.number))
            case .register(let recipe): .register(Recipe(number: recipe.number))
            case .override(let recipe): .override(Recipe(number: recipe.number))
            default: change
            }
        }
    }
}

/// The documented rules, written down without the library.
struct CompositionModel {
    /// The values that the resolutions return, in order.
    private(set) var values: [Int] = []
    /// The issues: what is wrong with which dependency.
    private(set) var issues: Set<String> = []

    private typealias Key = Composition.Key

    /// A change that a container has.
    private struct Applied {
        let change: Composition.Change
        /// The place of its trait, after which the body comes.
        var place = Int.max
        /// The operation that made it; `nil` for what the test inherits.
        var owner: Int?
        var isOptional = false
    }

    private struct Contents {
        /// In the order in which they count.
        var changes: [Applied] = []
        var sum: Int?

        func effective(_ name: Composition.Name) -> (source: Applied?, all: [Applied], modifications: [Applied]) {
            var (override, registration, modifications): (Applied?, Applied?, [Applied]) = (nil, nil, [])
            for applied in changes where applied.change.key.name == name {
                switch applied.change.effect {
                case .override: (override, modifications) = (applied, [])
                case .register: registration = applied
                case .modify: modifications.append(applied)
                }
            }
            let replacements = [override, registration].compactMap(\.self)
            return (replacements.first, replacements + modifications, modifications)
        }
    }

    /// The test, or an operation of `withTestContainer`.
    private struct Scope {
        var isStrict = false
        var isolated: Set<Composition.Kind> = []
    }

    private var containers: [Composition.Kind: Contents] = [:]
    private var scopes = [Scope()]
    private var allowed: Set<Key> = []
    private var used: Set<UInt> = []

    /// The innermost operation that has its own container of a type, or the test.
    private func owner(of kind: Composition.Kind) -> Int {
        scopes.lastIndex { $0.isolated.contains(kind) } ?? 0
    }

    init(_ composition: Composition) {
        isolate(composition)
        for (place, trait) in composition.traits.enumerated() {
            if case .change(let change) = trait { apply([.change(change)], at: place) }
        }
        for (place, trait) in composition.traits.enumerated() {
            if case .value(let change) = trait { apply([.change(change)], at: place) }
            if case .set(_, let steps) = trait { apply(steps, at: place, isOptional: true) }
        }
        for (place, trait) in composition.traits.enumerated() {
            if case .container(_, _, let steps) = trait { apply(steps, at: place) }
        }
        run(composition.body)
        endScope()
    }

    /// What a container has outside of the test.
    static func outside(_ kind: Composition.Kind) -> Composition.Change {
        Composition.Change(effect: .register, key: Composition.Key(kind: kind, name: .first), value: 100, line: 0)
    }

    private mutating func isolate(_ composition: Composition) {
        var options: [Composition.Kind: [Composition.Options]] = [:]
        for trait in composition.traits {
            if case .container(let kinds, let chosen, _) = trait {
                for kind in kinds { options[kind, default: []].append(chosen) }
                if chosen.isStrict { scopes[0].isStrict = true }
            }
            if case .allow(let key) = trait { allowed.insert(key) }
        }
        let doAllInherit = !options.isEmpty && options.values.allSatisfy { $0.contains(where: \.isInheriting) }
        for kind in composition.isolated {
            let isInheriting = options[kind]?.contains(where: \.isInheriting) ?? doAllInherit
            containers[kind] = isInheriting ? Self.inherited(kind) : Contents()
        }
        scopes[0].isolated = composition.isolated
    }

    private static func inherited(_ kind: Composition.Kind) -> Contents {
        Contents(changes: [Applied(change: outside(kind), place: -1)])
    }

    // MARK: - Traits

    private mutating func apply(_ steps: [Composition.Step], at place: Int, isOptional: Bool = false) {
        var changed: Set<Key> = []
        for step in steps {
            guard case .change(let change) = step else {
                run([step])
                continue
            }
            changed.insert(change.key)
            add(Applied(change: change, place: place, owner: 0, isOptional: isOptional))
        }
        // Those of later traits count.
        for key in changed {
            guard var contents = containers[key.kind] else { continue }
            let isFollowed = contents.changes.contains { $0.change.key == key && $0.place > place }
            contents.changes = contents.changes.enumerated()
                .sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }.map(\.element)
            if isFollowed, key.name == .sum { contents.sum = nil }
            containers[key.kind] = contents
        }
    }

    private mutating func add(_ applied: Applied) {
        let key = applied.change.key
        containers[key.kind]?.changes.append(applied)
        if key.name == .sum { containers[key.kind]?.sum = nil }
    }

    // MARK: - Body

    private mutating func run(_ steps: [Composition.Step]) {
        for step in steps {
            switch step {
            case .resolve(let key), .child(let key): values.append(resolve(key))
            case .change(let change): add(Applied(change: change, owner: owner(of: change.key.kind)))
            case .copy(let kind, let changes, let steps):
                let saved = containers[kind]
                changes.forEach { add(Applied(change: $0, owner: owner(of: kind))) }
                run(steps)
                containers[kind] = saved
            case .operation(let kind, let options, let steps):
                let saved = containers[kind]
                if !options.isInheriting { containers[kind] = Contents() }
                scopes.append(Scope(isStrict: scopes[scopes.count - 1].isStrict || options.isStrict, isolated: [kind]))
                run(steps)
                endScope()
                containers[kind] = saved
            case .detached(let key):
                values.append(key.name == .first ? 1 : 2)
                if scopes.contains(where: { $0.isStrict && $0.isolated.contains(key.kind) }) {
                    issues.insert("\(key) escapes")
                }
            case .outside(let key):
                values.append(key.name == .first ? 100 : 2)
                if scopes[0].isStrict { issues.insert("\(key) is outside") }
            case .foreign(let key):
                values.append(key.name == .first ? 1 : 2)
                if scopes[scopes.count - 1].isStrict { issues.insert("\(key) is outside") }
            }
        }
    }

    private mutating func resolve(_ key: Key) -> Int {
        guard let contents = containers[key.kind] else { return 0 }
        let (source, _, modifications) = contents.effective(key.name)
        used.formUnion(([source].compactMap(\.self) + modifications).map(\.change.line))
        if scopes[owner(of: key.kind)].isStrict, !allowed.contains(key), source?.owner == nil {
            issues.insert("\(key) is live")
        }
        if key.name == .sum, let sum = contents.sum { return sum }
        var value: Int
        if let source {
            value = source.change.value
        } else {
            switch key.name {
            case .first: value = 1
            case .second: value = 2
            case .sum:
                let first = resolve(Key(kind: key.kind, name: .first))
                value = first + 1000 * resolve(Key(kind: key.kind, name: .second))
            }
        }
        for modification in modifications { value = value * 3 + modification.change.value }
        if key.name == .sum { containers[key.kind]?.sum = value }
        return value
    }

    /// Ends the test or an operation.
    private mutating func endScope() {
        let owner = scopes.count - 1
        let scope = scopes.removeLast()
        guard scope.isStrict else { return }
        for kind in scope.isolated {
            for name in Composition.Name.allCases {
                let key = Key(kind: kind, name: name)
                let isUnused = containers[kind]?.effective(name).all.contains {
                    $0.owner == owner && !$0.isOptional && !used.contains($0.change.line)
                }
                if isUnused == true, !allowed.contains(key) { issues.insert("\(key) is unused") }
            }
        }
    }
}

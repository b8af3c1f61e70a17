/// Traits around a body, which a model and the library run.
struct Composition: Sendable {
    enum Kind: String, CaseIterable { case alpha = "Alpha", beta = "Beta" }
    enum Name: String, CaseIterable { case first, second, sum }

    struct Key: Hashable, CustomStringConvertible {
        let kind: Kind
        let name: Name

        var description: String { "\(kind.rawValue).\(name.rawValue)" }
    }

    /// A change of a dependency. Its line identifies it.
    struct Change: Sendable {
        enum Effect { case override, register, modify }

        let effect: Effect
        let key: Key
        let value: Int
        let line: UInt
    }

    struct Options: Sendable {
        let isStrict: Bool
        let isInheriting: Bool
    }

    indirect enum Step: Sendable {
        case resolve(Key)
        case change(Change)
        /// `withContainer`
        case copy(Kind, changes: [Change], [Step])
        /// `withTestContainer`
        case operation(Kind, Options, [Step])
        case child(Key)
        /// A resolution in a detached task.
        case detached(Key)
        /// A resolution from the container that the test's container replaces.
        case outside(Key)
        /// A resolution from the container of another test.
        case foreign(Key)
    }

    enum Trait: Sendable {
        case container([Kind], Options, [Step])
        /// An override, or a modification.
        case change(Change)
        /// An override with a value.
        case value(Change)
        case set(Kind, [Step])
        case allow(Key)
    }

    var traits: [Trait]
    var body: [Step]

    /// The types of which a trait isolates a container.
    var isolated: Set<Kind> { Set(traits.flatMap(\.kinds)) }
}

extension Composition.Trait {
    var kinds: [Composition.Kind] {
        switch self {
        case .container(let kinds, _, _): kinds
        case .change(let change), .value(let change): [change.key.kind]
        case .set(let kind, _): [kind]
        case .allow: []
        }
    }
}

// MARK: - Random compositions

struct CompositionGenerator {
    private var random: SplitMix64
    private var line: UInt = 0

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// Up to eight traits, of a suite and of a test.
    mutating func composition() -> Composition {
        var composition = Composition(traits: [], body: [])
        for _ in 0...Int.random(in: 0..<8, using: &random) { composition.traits.append(trait()) }
        let kinds = Composition.Kind.allCases.filter(composition.isolated.contains)
        composition.body = kinds.isEmpty ? [] : steps(of: kinds, depth: 0)
        return composition
    }

    /// Traits that change different things, so that their order makes no difference: each dependency is changed once, and
    /// closures change nothing.
    mutating func commutingComposition() -> Composition {
        var composition = Composition(traits: [], body: [])
        for key in keys(of: Composition.Kind.allCases).shuffled(using: &random).prefix(4) {
            let change = change(of: key)
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where change.effect == .override: composition.traits.append(.value(change))
            case 1: composition.traits.append(.set(key.kind, [.change(change)]))
            default:
                composition.traits.append(
                    change.effect == .register ? .set(key.kind, [.change(change)]) : .change(change)
                )
            }
        }
        for _ in 0...Int.random(in: 0..<4, using: &random) {
            let kinds = randomKinds()
            let resolved = keys(of: kinds).filter { _ in Bool.random(using: &random) }
            composition.traits.append(.container(kinds, options(), resolved.map { .resolve($0) }))
        }
        if Bool.random(using: &random) { composition.traits.append(.allow(randomKey(of: Composition.Kind.allCases))) }
        let kinds = Composition.Kind.allCases.filter(composition.isolated.contains)
        composition.body = keys(of: kinds).map { .resolve($0) }
        return composition
    }

    mutating func shuffled(_ composition: Composition) -> Composition {
        Composition(traits: composition.traits.shuffled(using: &random), body: composition.body)
    }

    private mutating func trait() -> Composition.Trait {
        switch Int.random(in: 0..<8, using: &random) {
        case 0...2:
            let kinds = randomKinds()
            return .container(kinds, options(), changesAndResolutions(of: kinds))
        case 3:
            let key = randomKey(of: Composition.Kind.allCases)
            return .value(change(.override, of: key))
        case 4, 5:
            let key = randomKey(of: Composition.Kind.allCases)
            return .change(change(Bool.random(using: &random) ? .override : .modify, of: key))
        case 6:
            let kind = randomKinds()[0]
            return .set(kind, changesAndResolutions(of: [kind]))
        default: return .allow(randomKey(of: Composition.Kind.allCases))
        }
    }

    private mutating func steps(of kinds: [Composition.Kind], depth: Int) -> [Composition.Step] {
        var steps: [Composition.Step] = []
        for _ in 0..<Int.random(in: 1..<6, using: &random) {
            let key = randomKey(of: kinds)
            switch Int.random(in: 0..<13, using: &random) {
            case 0...4: steps.append(.resolve(key))
            case 5, 6: steps.append(.change(change(of: key)))
            case 7 where depth < 2:
                let changes = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
                    change(of: Composition.Key(kind: key.kind, name: randomKey(of: kinds).name))
                }
                steps.append(.copy(key.kind, changes: changes, self.steps(of: kinds, depth: depth + 1)))
            case 8 where depth < 2:
                steps.append(.operation(key.kind, options(), self.steps(of: kinds, depth: depth + 1)))
            case 9 where key.name != .sum: steps.append(.child(key))
            case 10 where key.name != .sum: steps.append(.detached(key))
            case 11 where key.name != .sum: steps.append(.outside(key))
            case 12 where key.name != .sum: steps.append(.foreign(key))
            default: steps.append(.resolve(key))
            }
        }
        return steps
    }

    private mutating func changesAndResolutions(of kinds: [Composition.Kind]) -> [Composition.Step] {
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in
            let key = randomKey(of: kinds)
            return Bool.random(using: &random) ? .resolve(key) : .change(change(of: key))
        }
    }

    private mutating func change(of key: Composition.Key) -> Composition.Change {
        let effects: [Composition.Change.Effect] = [.override, .register, .modify]
        return change(effects[Int.random(in: 0..<3, using: &random)], of: key)
    }

    private mutating func change(_ effect: Composition.Change.Effect, of key: Composition.Key) -> Composition.Change {
        line += 1
        return Composition.Change(effect: effect, key: key, value: 10 + Int(line), line: line)
    }

    private mutating func options() -> Composition.Options {
        Composition.Options(
            isStrict: Bool.random(using: &random),
            isInheriting: Int.random(in: 0..<3, using: &random) == 0
        )
    }

    private mutating func randomKinds() -> [Composition.Kind] {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: [.alpha]
        case 1: [.beta]
        default: [.alpha, .beta]
        }
    }

    private mutating func randomKey(of kinds: [Composition.Kind]) -> Composition.Key {
        let keys = keys(of: kinds)
        return keys[Int.random(in: 0..<keys.count, using: &random)]
    }

    private func keys(of kinds: [Composition.Kind]) -> [Composition.Key] {
        kinds.flatMap { kind in Composition.Name.allCases.map { Composition.Key(kind: kind, name: $0) } }
    }
}

/// Random numbers that a seed determines.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

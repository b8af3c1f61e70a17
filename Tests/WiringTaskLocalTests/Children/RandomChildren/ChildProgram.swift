import WiringTestSupport

/// A random program that makes children and builds singletons, and what happens in it.
struct ChildProgram {
    /// A container: the root, a child of the same type, or a session, which is a ``ChildContainer``.
    enum Container: Equatable {
        case root
        case child(of: Int)
        case session(of: Int)
    }

    /// What the closure of a singleton resolves.
    enum Need {
        /// What all containers of the root's type have. A session passes it on to its parent.
        case name(of: Int)
        /// What only sessions have.
        case title(of: Int, isCached: Bool)
        /// The name that a child has, which the closure makes.
        case nameOfNewChild(of: Int)
        /// The title of a session that the closure makes.
        case titleOfNewSession
    }

    enum Kind: CaseIterable {
        case plain, throwing, asynchronous
    }

    enum Step {
        /// Makes a container, which may have a name of its own.
        case make(Container, isNamed: Bool)
        /// Makes children, each of the one before.
        case descend(from: Int, Int)
        /// Resolves the name, and the title if it is a session.
        case use(Int)
        /// Builds the next singleton.
        case build(Kind, from: Int, [Need])
    }

    enum Outcome: Equatable {
        case nothing
        case values([String])
        /// The program stops with a message that contains a text.
        case stop(String)
    }

    private(set) var steps: [Step] = []
    /// What happens in each step. Only the last one may stop the program.
    private(set) var outcomes: [Outcome] = []

    /// All containers, each with the number of its parents and its name; `nil` for that of its parent.
    private var containers: [(container: Container, depth: Int, name: String?)] = [(.root, 0, "root")]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        while steps.count < 40 {
            let step = nextStep(&random)
            steps.append(step)
            outcomes.append(perform(step))
            if case .stop = outcomes.last { return }
        }
    }

    /// The message that the program stops with.
    var stop: String? {
        guard case .stop(let message) = outcomes.last else { return nil }
        return message
    }

    private func nextStep(_ random: inout SplitMix64) -> Step {
        let own = containers.indices.filter { !isSession($0) }
        switch random.below(10) {
        case 0, 1: return .make(.child(of: random.pick(own)), isNamed: random.chance(50))
        case 2, 3: return .make(.session(of: random.pick(own)), isNamed: false)
        case 4 where random.chance(30): return .descend(from: random.pick(own), 1 + random.below(150))
        case 4, 5: return .use(random.below(containers.count))
        default:
            let needs = (0...random.below(3)).map { _ -> Need in
                let container = random.below(containers.count)
                switch random.below(10) {
                case 0:
                    return isSession(container)
                        ? .title(of: container, isCached: random.chance(50)) : .titleOfNewSession
                case 1: return .nameOfNewChild(of: random.pick(own))
                case 2: return .titleOfNewSession
                default: return .name(of: container)
                }
            }
            return .build(random.pick(Kind.allCases), from: random.below(containers.count), needs)
        }
    }

    // MARK: - What happens

    private mutating func perform(_ step: Step) -> Outcome {
        switch step {
        case .make(let container, let isNamed):
            add(container, isNamed: isNamed)
            return depthOutcome
        case .descend(let first, let count):
            for index in 0..<count {
                add(.child(of: index == 0 ? first : containers.count - 1), isNamed: false)
                if depthOutcome != .nothing { break }
            }
            return depthOutcome
        case .use(let number): return .values([name(of: number)] + (isSession(number) ? [title(of: number)] : []))
        case .build(_, _, let needs):
            let isEnded = needs.contains { if case .title = $0 { true } else { false } }
            return isEnded ? .stop("is a singleton and uses Stall.") : .values(needs.map(value))
        }
    }

    /// What a singleton gets. It cannot see the names of children that existed before.
    private func value(_ need: Need) -> String {
        switch need {
        case .name: "root"
        case .title: preconditionFailure("It stops the program.")
        case .nameOfNewChild: "new"
        case .titleOfNewSession: "new stall"
        }
    }

    private mutating func add(_ container: Container, isNamed: Bool) {
        let depth =
            switch container {
            case .root: 0
            case .child(let parent), .session(let parent): containers[parent].depth + 1
            }
        containers.append((container, depth, isNamed ? "\(containers.count)" : nil))
    }

    private var depthOutcome: Outcome {
        guard case .child = containers[containers.count - 1].container, containers[containers.count - 1].depth > 200
        else { return .nothing }
        return .stop("a child of Yard would have more than 200 parents")
    }

    func isSession(_ number: Int) -> Bool {
        if case .session = containers[number].container { true } else { false }
    }

    private func title(of session: Int) -> String { "stall \(session)" }

    private func name(of number: Int) -> String {
        if let name = containers[number].name { return name }
        return switch containers[number].container {
        case .root: "root"
        case .child(let parent), .session(let parent): name(of: parent)
        }
    }
}

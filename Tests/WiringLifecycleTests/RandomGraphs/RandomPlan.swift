import WiringTestSupport

/// A random dependency graph of services, and what happens to each. The same for the same seed.
struct RandomPlan: Sendable {
    /// How a service is made. A service needs only those of its own kind and of the earlier ones.
    enum Kind: Int, CaseIterable {
        case plain, throwing, asynchronous
    }

    enum Lifetime {
        case cached, shared, singleton
    }

    /// How an `onRun` closure ends.
    enum Running {
        case whenAsked, returning, failing
    }

    struct Node: Sendable {
        var kind: Kind
        var lifetime: Lifetime
        /// The services that it needs, which have lower numbers.
        var dependencies: [Int] = []
        /// The service that a decoration adds to what it needs.
        var decoration: Int?
        /// Whether the services that need it resolve it from another container.
        var isElsewhere = false
        var failsToBuild = false
        var hasHooks = true
        /// Whether its hooks suspend.
        var isSlow = false
        /// Whether its start throws if it is cancelled.
        var heedsCancellation = false
        var failsToStart = false
        var running: Running?
        var overrunsItsStop = false
    }

    /// When the run is cancelled.
    enum Cancellation {
        /// When as many services have started.
        case started(Int)
        case inBody
    }

    var nodes: [Node] = []
    /// How many services with hooks the run reaches from those that it names.
    let startingCount: Int
    /// The services that the run names.
    var named: [Int]
    /// The services that the body is the first to resolve.
    var late: [Int]
    /// The named services that are resolved again when the run has ended.
    var again: [Int]
    var cancellation: Cancellation?
    /// Whether a child of the root runs, not the root.
    var runsInChild: Bool

    /// - Parameters:
    ///   - seed: Determines the plan.
    ///   - count: How many services with hooks the run reaches from those that it names.
    init(seed: UInt64, count: Int) {
        var random = SplitMix64(seed: seed)
        startingCount = count
        let failure = random.below(8)
        let canEnd = random.chance(25)
        // The services of each kind and of the earlier ones.
        var candidates: [Kind: [Int]] = [:]
        func randomNode() -> Node {
            let kind = random.pick(Kind.allCases)
            let below = candidates[kind, default: []]
            var node = Node(kind: kind, lifetime: random.pick([.cached, .cached, .cached, .shared, .singleton]))
            if !below.isEmpty {
                node.dependencies = (0..<random.below(4)).map { _ in random.pick(below) }
                if random.chance(5) { node.decoration = random.pick(below) }
            }
            node.isElsewhere = random.chance(2)
            node.failsToBuild = failure == 0 && kind != .plain && random.below(count) < 2
            // A shared instance cannot be stopped.
            node.hasHooks = node.lifetime != .shared && random.chance(92)
            node.isSlow = random.chance(20)
            node.heedsCancellation = random.chance(50)
            node.failsToStart = failure == 1 && random.below(count) < 3
            if random.chance(10) {
                node.running = canEnd && random.chance(2) ? random.pick([.returning, .failing]) : .whenAsked
            } else if random.chance(2) {
                node.overrunsItsStop = true
            }
            return node
        }
        var hooks = 0
        while hooks < count {
            let node = randomNode()
            if node.hasHooks { hooks += 1 }
            for kind in Kind.allCases where kind.rawValue >= node.kind.rawValue {
                candidates[kind, default: []].append(nodes.count)
            }
            nodes.append(node)
        }
        // What nothing needs must be named. Other services are named or needed, or both.
        let needed = Set(nodes.flatMap { $0.dependencies + ($0.decoration.map { [$0] } ?? []) })
        named = nodes.indices.filter { !needed.contains($0) || random.chance(20) }
        late = Array(nodes.count..<nodes.count + count / 20)
        nodes += late.map { _ in randomNode() }
        again = random.some(of: named, 5)
        cancellation =
            switch random.below(8) {
            case 0, 1: .started(random.below(count) + 1)
            case 2: .inBody
            default: nil
            }
        runsInChild = random.chance(30)
    }
}

import Wiring
import WiringTestSupport

/// What several workers do at the same time, determined by a seed.
struct HistoryProgram: Sendable {
    let seed: UInt64
    /// Whether its workers are tasks rather than threads.
    let isOnTasks: Bool
    /// Whether its workers hold all resolved instances until the end, or none.
    let isHolding: Bool
    /// Whether its containers register in `autoRegister()`.
    let registersAutomatically: Bool
    /// Whether its instances resolve in their `deinit`.
    let resolvesInDeinit: Bool
    /// The initial default scope of its containers.
    let defaultScope: HistoryScope?
    /// The number of containers that all workers share.
    let containers: Int
    /// What each worker does.
    let steps: [[HistoryStep]]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        self.seed = seed
        isOnTasks = random.chance(25)
        isHolding = random.chance(60)
        registersAutomatically = random.chance(40)
        let containers = Int.random(in: 1...2, using: &random)
        self.containers = containers
        let choices = Choices(&random)
        defaultScope = choices.changesDefaultScope || random.chance(80) ? nil : random.pick([.cached, .shared])
        let hasChildren = random.chance(50)
        // With children, none does: an instance released after a singleton's construction, but before its resolution is recorded,
        // would be attributed to the root.
        resolvesInDeinit = !hasChildren && random.chance(50)
        let targets =
            (0..<containers).flatMap { number -> [HistoryStep.Target] in
                let children: [HistoryStep.Target] = [
                    .child(number), .child(number), .child(number), .temporaryChild(number),
                ]
                return Array(repeating: .container(number), count: 6) + (hasChildren ? children : [])
            } + [.changing, .temporary]
        steps = (0..<random.pick([2, 2, 3, 4, 8])).map { _ in
            (0..<Int.random(in: 10...40, using: &random)).map { _ in
                let operation = choices.operation(&random)
                // Otherwise what has no scope would be built from the root's point of view.
                let isAllowed = operation != .setDefaultScope(.singleton) || !hasChildren
                return HistoryStep(isAllowed ? operation : .setDefaultScope(.cached), random.pick(targets))
            }
        }
    }

    /// How its declarations are stored, as far as a checker can rely on it.
    var storage: [Declared: Storage] {
        var storage: [Declared: Storage] = [:]
        // An object that no worker holds may be released at any moment.
        if !isHolding { storage[.shared] = .inContainer(.shared, surely: false) }
        for declared in [Declared.plain, .pair] {
            if steps.joined().contains(where: { if case .setDefaultScope = $0.operation { true } else { false } }) {
                storage[declared] = .uncertain
            } else if let defaultScope {
                storage[declared] = .inContainer(defaultScope, surely: defaultScope == .cached || isHolding)
            }
        }
        return storage
    }
}

import Wiring

/// What several workers are to do at the same time, all of it decided by a seed.
struct HistoryProgram: Sendable {
    let seed: UInt64
    /// Whether its workers are tasks, or threads.
    let isOnTasks: Bool
    /// Whether its workers hold all that they are given until the end, or nothing.
    let isHolding: Bool
    /// Whether its containers register by themselves.
    let registersAutomatically: Bool
    /// Whether its instances resolve when they go.
    let resolvesInDeinit: Bool
    /// The default scope that its containers have from the start.
    let defaultScope: HistoryScope?
    /// How many containers there are that all workers share.
    let containers: Int
    /// What each worker does.
    let steps: [[HistoryStep]]

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        self.seed = seed
        isOnTasks = random.chance(25)
        isHolding = random.chance(60)
        registersAutomatically = random.chance(40)
        resolvesInDeinit = random.chance(25)
        let containers = Int.random(in: 1...2, using: &random)
        self.containers = containers
        let choices = Choices(&random)
        defaultScope = choices.changesDefaultScope || random.chance(80) ? nil : random.pick([.cached, .shared])
        let targets =
            (0..<containers).flatMap { Array(repeating: HistoryStep.Target.container($0), count: 6) } + [
                .changing, .own,
            ]
        steps = (0..<random.pick([2, 2, 3, 4, 8])).map { _ in
            (0..<Int.random(in: 10...40, using: &random)).map { _ in
                HistoryStep(operation: choices.operation(&random), target: random.pick(targets))
            }
        }
    }

    /// How its declarations are kept, as far as a checker can rely on it.
    var keeping: [Declared: Keeping] {
        var keeping: [Declared: Keeping] = [:]
        // An object that nobody holds may go at any moment.
        if !isHolding { keeping[.shared] = .inContainer(.shared, surely: false) }
        for declared in [Declared.plain, .pair] {
            if steps.joined().contains(where: { if case .setDefaultScope = $0.operation { true } else { false } }) {
                keeping[declared] = .uncertain
            } else if let defaultScope {
                keeping[declared] = .inContainer(defaultScope, surely: defaultScope == .cached || isHolding)
            }
        }
        return keeping
    }
}

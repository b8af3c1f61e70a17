import Wiring
import WiringTestSupport

/// The operations of one program: few kinds, repeated often, so that they interact.
struct Choices: Sendable {
    /// The kinds of changes.
    private enum Kind: CaseIterable {
        case register, override, setContext, decorate, resetFactory, clearFactory, resetContainer, clearContainer
        case resetScope, resetSingletons, pushAndPop, setArgument, observe, inspect, move
    }

    private let declared: [Declared]
    private let kinds: [Kind]
    /// The percentage of operations that are changes.
    private let percent: Int
    let changesDefaultScope: Bool

    init(_ random: inout SplitMix64) {
        declared = random.some(of: Declared.allCases, 30)
        kinds = random.some(of: Kind.allCases, 30)
        percent = random.pick([5, 15, 30, 50])
        changesDefaultScope = random.chance(15)
    }

    func operation(_ random: inout SplitMix64) -> HistoryOperation {
        let declared = random.pick(declared)
        guard random.chance(percent) else {
            return .resolve(declared, declared == .each ? Int.random(in: 0..<2, using: &random) : 0)
        }
        if changesDefaultScope, random.chance(30) {
            return .setDefaultScope(random.pick([nil, .cached, .shared, .graph, .singleton]))
        }
        return change(random.pick(kinds), of: declared, &random)
    }

    private func change(_ kind: Kind, of declared: Declared, _ random: inout SplitMix64) -> HistoryOperation {
        switch kind {
        case .register: .register(declared)
        case .override: .override(declared)
        case .setContext: .setContext(declared)
        case .decorate: .decorate(declared)
        case .resetFactory: .resetFactory(declared, random.pick([.all, .scope, .registration, .context]))
        case .clearFactory: .resetFactory(declared, .scope)
        case .resetContainer: .resetContainer(random.pick([.all, .scope, .registration, .context]))
        case .clearContainer: .resetContainer(.scope)
        case .resetScope: .resetScope(random.pick([.cached, .shared, .custom, .graph]))
        case .resetSingletons: .resetSingletons(random.pick([.singleton, .session]))
        case .pushAndPop: random.chance(50) ? .push : .pop
        case .setArgument: .setArgument(random.chance(50))
        case .observe: .observe(random.chance(50))
        case .inspect: .inspect
        case .move: .move
        }
    }
}

import Wiring
import WiringTestSupport

/// The state that the workers of one run share.
final class World: Sendable {
    let program: HistoryProgram
    let clock = HistoryClock()
    let census: HistoryCensus
    /// The singleton scope that is bound for each worker.
    let singleton = Scope.Singleton()
    /// A custom singleton scope.
    let session = Scope.Singleton()
    /// A custom scope.
    let custom = Scope.Cached()
    /// The parents of the children, by their numbers.
    let parents = Locked<[Int: Int]>([:])
    /// The shared container, whose contexts apply.
    let home = Container()

    init(_ program: HistoryProgram, _ census: HistoryCensus) {
        self.program = program
        self.census = census
    }

    /// A scope by its name.
    func scope(_ name: HistoryScope) -> Scope {
        switch name {
        case .cached: .cached
        case .shared: .shared
        case .custom: custom
        case .graph: .graph
        case .singleton: singleton
        case .session: session
        }
    }

    /// Runs a worker's part with this world's singletons and contexts.
    func bind(_ recorder: Recorder, _ body: () -> Void) {
        Recorder.$current.withValue(recorder) {
            Scope.$singleton.withValue(singleton) { Container.$shared.withValue(home, operation: body) }
        }
    }

    /// Runs a task's part with this world's singletons and contexts.
    func bind(_ recorder: Recorder, _ body: () async -> Void) async {
        await Recorder.$current.withValue(recorder) {
            await Scope.$singleton.withValue(singleton) { await Container.$shared.withValue(home, operation: body) }
        }
    }
}

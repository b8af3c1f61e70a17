import Foundation
import WiringTestSupport

/// Records what one worker observes.
final class Recorder: @unchecked Sendable {
    // SAFETY: Each worker has its own recorder, and no one else reads it before the worker is done.

    /// The recorder of the current worker, also within the closures of a container.
    @TaskLocal static var current: Recorder?

    private(set) var uses: [HistoryUse] = []
    private(set) var changes: [HistoryChange] = []
    private var held: [RecordedInstance] = []

    /// A resolution in progress.
    private struct Open {
        let begin: Int
        let isOfSingleton: Bool
        var isNew: Bool?
    }

    private let worker: Int
    private let clock: HistoryClock
    private let isHolding: Bool
    private var random: SplitMix64
    private var open: [Open] = []
    private var isWithin = false

    init(_ worker: Int, _ world: World) {
        self.worker = worker
        clock = world.clock
        isHolding = world.program.isHolding
        random = SplitMix64(seed: world.program.seed &* 31 &+ UInt64(worker))
    }

    /// Whether a singleton is being built. What it resolves from a child comes from the root.
    var isWithinSingleton: Bool { open.contains(where: \.isOfSingleton) }

    /// When the innermost resolution began.
    var requested: Int { open.last?.begin ?? 0 }

    /// Records a resolution.
    ///
    /// - Returns: The instance; `nil` for a failure.
    func use(_ place: Place, _ resolve: () throws(RecordedFailure) -> RecordedInstance) -> RecordedInstance? {
        let begin = clock.tick()
        let outermost = open.first?.begin ?? begin
        open.append(Open(begin: begin, isOfSingleton: place.declared.storage.isInSingletons))
        let result = Result { () throws(RecordedFailure) in try resolve() }
        let isNew = open.removeLast().isNew
        let span = Span(begin, clock.tick())
        let made = try? result.get()
        uses.append(
            HistoryUse(
                worker: worker,
                span: span,
                place: place,
                instance: result.origin,
                decorations: made?.decorations ?? [],
                outermost: outermost,
                isNew: isNew,
                hasFailed: made == nil
            )
        )
        if isHolding, let made { held.append(made) }
        return made
    }

    /// Records what the decorator of the innermost resolution was told.
    func decorate(isNew: Bool) {
        guard !open.isEmpty else { return }
        open[open.count - 1].isNew = isNew
    }

    /// Records a change.
    ///
    /// - Parameter change: Receives the number of the closure that it registers.
    func change(_ kind: HistoryChange.Kind, of container: Int, _ change: (Int) -> Void) {
        let begin = clock.tick()
        change(begin)
        changes.append(HistoryChange(worker: worker, span: Span(begin, clock.tick()), kind: kind, container: container))
    }

    /// Sometimes lets other threads run first.
    func yieldSometimes() {
        switch random.next() % 16 {
        case 0, 1: sched_yield()
        case 2: for _ in 0..<10 { sched_yield() }
        default: break
        }
    }

    /// Whether the closure that runs throws.
    func fails() -> Bool { random.chance(25) }

    /// Runs `body`, unless called from within it.
    func onceWithin(_ body: () -> Void) {
        guard !isWithin else { return }
        isWithin = true
        body()
        isWithin = false
    }
}

extension Result<RecordedInstance, RecordedFailure> {
    fileprivate var origin: Instance {
        switch self {
        case .success(let made): made.instance
        case .failure(let failure): failure.instance
        }
    }
}

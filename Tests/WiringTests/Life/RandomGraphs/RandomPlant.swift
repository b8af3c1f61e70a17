import Wiring

/// A container of services with random dependencies, each of which checks that it starts and stops in a legal order.
final class RandomPlant: ManagedContainer {
    let manager = ContainerManager()
    let plan: Plan

    /// Which services depend on which, and what happens to them. The same for the same seed.
    struct Plan: Sendable {
        var dependencies: [[Int]] = []
        /// Those without hooks.
        var silent: Set<Int> = []
        /// Those whose start throws.
        var failing: Set<Int> = []
        /// Those that suspend while they start and stop.
        var slow: Set<Int> = []
        var named: [Int] = []
        /// Those that are resolved during the body.
        var late: [Int] = []
        /// The service within whose start the run is cancelled.
        var cancelling: Int?

        init(seed: UInt64, count: Int) {
            var random = SplitMix64(seed: seed)
            let isFailing = random.chance(25)
            for number in 0..<count {
                let width = number == 0 ? 0 : random.below(min(number, 5))
                dependencies.append((0..<width).map { _ in random.below(number) })
                if random.chance(25) { silent.insert(number) }
                if random.chance(10) { slow.insert(number) }
                if isFailing, random.chance(1) { failing.insert(number) }
            }
            named = random.some(of: Array(0..<count), 50)
            late = random.some(of: Array(0..<count), 10)
            if random.chance(25) { cancelling = random.below(count) }
        }
    }

    enum State: Equatable, Sendable {
        case built, starting, started, failed, stopping, stopped
    }

    private let states: Locked<[State]>
    private let mistakes = Collection<String>()
    private let cancel = Locked<@Sendable () -> Void>({})

    init(_ plan: Plan) {
        self.plan = plan
        states = Locked(Array(repeating: .built, count: plan.dependencies.count))
    }

    var services: Factory<[Service]> { self { self.plan.named.map { self.service($0)() } } }

    /// The declaration of each service is a different one, because its key path has another subscript. Its identity includes the
    /// parameter.
    func service(_ number: Int) -> ServiceFactory { ServiceFactory(number: number, plant: self) }

    struct ServiceFactory {
        let number: Int
        let plant: RandomPlant

        func callAsFunction() -> Service {
            plant.plan.silent.contains(number) ? plant.silentService(number) : plant.startedService(number)
        }
    }

    final class Service: Sendable {
        let number: Int
        let needs: [Service]

        init(_ number: Int, _ needs: [Service]) {
            self.number = number
            self.needs = needs
        }
    }

    private func make(_ number: Int) -> Service {
        Service(number, plan.dependencies[number].map { service($0)() })
    }

    var silentService: ParameterFactory<Int, Service> { self { self.make($0) }.scopeOnParameters.cached }

    var startedService: ParameterFactory<Int, Service> {
        self { self.make($0) }.scopeOnParameters.cached
            .onStart { try await self.start($0.number) }
            .onStop { await self.stop($0.number) }
    }

    // MARK: - Running

    /// Runs once, and returns what was wrong.
    func mistakes(in run: @escaping @Sendable (RandomPlant) async throws -> Void) async -> [String] {
        let task = Task { try await run(self) }
        cancel.withLock { $0 = { task.cancel() } }
        if case .failure(let error) = await task.result, !(error is CancellationError), !(error is Broken) {
            mistakes.add("the run threw \(error)")
        }
        for (number, state) in states.withLock({ $0 }).enumerated() where ![.built, .failed, .stopped].contains(state) {
            mistakes.add("\(number) ended as \(state)")
        }
        if !manager.isEmpty(.scope) { mistakes.add("instances stay") }
        return mistakes.values
    }

    /// What a service depends on directly, or through services without hooks.
    private func reached(from number: Int) -> Set<Int> {
        var reached: Set<Int> = []
        var visited: Set<Int> = []
        var remaining = plan.dependencies[number]
        while let next = remaining.popLast() {
            guard visited.insert(next).inserted else { continue }
            if plan.silent.contains(next) { remaining += plan.dependencies[next] } else { reached.insert(next) }
        }
        return reached
    }

    private func change(_ number: Int, from old: State, to new: State, needing others: State? = nil) {
        let needs = others == nil ? [] : reached(from: number)
        states.withLock { states in
            if states[number] != old { mistakes.add("\(number) was \(states[number]) before it was \(new)") }
            states[number] = new
            for other in needs where states[other] != others {
                mistakes.add("\(number) was \(new) while it needed \(other), which was \(states[other])")
            }
        }
    }

    private func start(_ number: Int) async throws {
        change(number, from: .built, to: .starting, needing: .started)
        if plan.cancelling == number { cancel.withLock { $0 }() }
        if plan.slow.contains(number) { await Task.yield() }
        if plan.failing.contains(number) {
            change(number, from: .starting, to: .failed)
            throw Broken("\(number)")
        }
        change(number, from: .starting, to: .started, needing: .started)
    }

    private func stop(_ number: Int) async {
        change(number, from: .started, to: .stopping, needing: .started)
        if plan.slow.contains(number) { await Task.yield() }
        change(number, from: .stopping, to: .stopped, needing: .started)
    }
}

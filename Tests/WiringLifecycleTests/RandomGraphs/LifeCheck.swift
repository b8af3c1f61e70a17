/// Checks that the instances of a record start and stop in a legal order, each once.
struct LifeCheck {
    private enum State {
        case built, starting, started, failed, stopping, stopped
    }

    private enum Run {
        case running, ran
    }

    private(set) var mistakes: [String] = []
    private let record: LifeRecord
    private var states: [State]
    private var runs: [Int: Run] = [:]
    /// The instances with hooks that each instance needs directly, or through instances without hooks.
    private let needs: [Set<Int>]
    /// The instances with hooks that need each instance.
    private let dependents: [[Int]]
    private var isStopping = false
    private var isEnding = false
    private var hasEnded = false

    init(_ record: LifeRecord) {
        self.record = record
        states = Array(repeating: .built, count: record.instances.count)
        var needs: [Set<Int>] = []
        var dependents = Array(repeating: [Int](), count: record.instances.count)
        for (number, instance) in record.instances.enumerated() {
            var reached: Set<Int> = []
            for need in instance.needs {
                if record.instances[need].hasHooks { reached.insert(need) } else { reached.formUnion(needs[need]) }
            }
            needs.append(reached)
            if instance.hasHooks { for need in reached { dependents[need].append(number) } }
        }
        self.needs = needs
        self.dependents = dependents
    }

    mutating func check(_ event: LifeRecord.Event) {
        switch event {
        case .starting(let number):
            if hasEnded || isStopping { mistakes.append("\(number) starts too late") }
            change(number, from: .built, to: .starting)
            expectStarted(needs[number], "\(number) starts")
        case .started(let number): change(number, from: .starting, to: .started)
        case .failed(let number):
            change(number, from: .starting, to: .failed)
            isEnding = true
        case .running(let number):
            if runs.updateValue(.running, forKey: number) != nil { mistakes.append("\(number) runs twice") }
            // It may begin to run when it has stopped, but not when what it needs stops.
            if ![.started, .stopping, .stopped].contains(states[number]) {
                mistakes.append("\(number) runs while it is \(states[number])")
            }
            expectStarted(needs[number], "\(number) runs")
        case .ran(let number):
            runs[number] = .ran
        case .stopping(let number):
            isStopping = true
            change(number, from: .started, to: .stopping)
            for dependent in dependents[number] { checkStopped(dependent, before: number) }
        case .stopped(let number): change(number, from: .stopping, to: .stopped)
        case .body:
            // Those that fail later have started, too.
            let named = record.named.reduce(into: Set<Int>()) { all, number in
                all.formUnion(record.instances[number].hasHooks ? [number] : needs[number])
            }
            expectStarted(named, "the body begins")
        case .received(let number):
            expectStarted(record.instances[number].hasHooks ? [number] : needs[number], "\(number) is received")
        case .ending: isEnding = true
        case .ended(let count):
            hasEnded = true
            checkAllStopped(exceptOverruns: true)
            if !isEnding { checkBuilds(record.instances.prefix(count)) }
        }
    }

    /// Checks what is known when everything has ended, overruns included.
    mutating func checkEnd() {
        checkAllStopped(exceptOverruns: false)
        guard !isEnding else { return }
        if !record.events.contains(.body) { mistakes.append("the body has not run") }
        let count = states.count { $0 == .stopped }
        if count < record.startingCount { mistakes.append("only \(count) have started and stopped") }
    }

    /// Checks that no service was built too often. A run that ends early cancels constructions, which others begin again.
    private mutating func checkBuilds(_ instances: some Sequence<LifeRecord.Instance>) {
        for (service, instances) in Dictionary(grouping: instances, by: \.service)
        where instances.count > instances[0].limit {
            mistakes.append("service \(service) was built \(instances.count) times")
        }
    }

    private mutating func change(_ number: Int, from old: State, to new: State) {
        if states[number] != old { mistakes.append("\(number) is \(states[number]) before it is \(new)") }
        states[number] = new
    }

    private mutating func expectStarted(_ numbers: Set<Int>, _ what: String) {
        for number in numbers where states[number] != .started {
            mistakes.append("\(what) while \(number) is \(states[number])")
        }
    }

    private mutating func checkStopped(_ dependent: Int, before number: Int) {
        guard !record.instances[dependent].overrunsItsStop else { return }
        if states[dependent] == .started || states[dependent] == .stopping || runs[dependent] == .running {
            mistakes.append("\(number) stops before \(dependent), which needs it")
        }
    }

    private mutating func checkAllStopped(exceptOverruns: Bool) {
        for (number, instance) in record.instances.enumerated()
        where !(exceptOverruns && instance.overrunsItsStop) {
            if [.starting, .started, .stopping].contains(states[number]) || runs[number] == .running {
                mistakes.append("\(number) has not stopped")
            }
        }
    }
}

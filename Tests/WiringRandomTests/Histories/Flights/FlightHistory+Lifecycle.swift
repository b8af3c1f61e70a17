/// How instances start, run and stop.
extension FlightHistory {
    var lifecycleFaults: [String] {
        Dictionary(grouping: calls, by: \.flight).values.compactMap(fault) + wrongOrders + stoppedInstances
            + unstartedInstances + wrongEnds
    }

    /// Each closure is called at most once. An instance that has started stops exactly once, and runs only in between. One whose
    /// start has failed does not stop. What a child has started has stopped when its operation returns.
    ///
    /// - Parameter calls: Those of one instance.
    private func fault(in calls: [Call]) -> String? {
        guard let container = flight(calls[0].flight)?.place.container else { return "a start without a flight" }
        if copies[container] != nil { return "a start in a copy" }
        // Without a child, this finds closures that have not returned at all.
        let end = childEnds[container] ?? .max
        if calls.contains(where: { $0.span.end >= end }) { return "an instance that has not stopped in time" }
        let hooks = Dictionary(grouping: calls, by: \.hook)
        if hooks.values.contains(where: { $0.count > 1 }) { return "a second start, run or stop" }
        guard let start = hooks[.start]?.first else { return "an instance that has not been started" }
        let others = calls.filter { $0.hook != .start }
        if start.hasFailed { return others.isEmpty ? nil : "a failed instance that runs or stops" }
        if others.contains(where: { !start.span.isBefore($0.span) }) { return "an instance that has not been started" }
        return hooks[.stop] == nil ? "a start without a stop" : nil
    }

    /// Only what drops an instance ends a run with the error that says so.
    private var wrongEnds: [String] {
        let mayDrop =
            changes.contains { $0.kind != .mayClear && $0.place.declared.hasHooks } || saves.contains(where: \.isPop)
        return hasDropEndedRun && !mayDrop ? ["a run that a drop has ended, without a change"] : []
    }

    /// Whether what an instance needs may have been stopped. It may belong to the container that a copy was made of.
    func mayNeedStopped(_ flight: Flight, before end: Int) -> Bool {
        guard let needed = flight.needs.flatMap(self.flight) else { return false }
        let stretch = Span(needed.span.begin, end)
        return ends(applyingTo: needed.place).contains { $0.span.overlaps(stretch) }
    }

    /// Whether the start of an instance, or of what it needs, has failed. The next resolution makes another one.
    func hasFailedToStart(_ flight: Flight, before end: Int) -> Bool {
        calls.contains { call in
            call.hook == .start && call.hasFailed && call.span.end < end
                && (call.flight == flight.span.begin || call.flight == flight.needs)
        }
    }

    /// What an instance needs has started before it, and does not stop before it has stopped.
    private var wrongOrders: [String] {
        flights.compactMap { flight in
            guard let needs = flight.needs, flight.place.declared.hasHooks else { return nil }
            let own = calls.filter { $0.flight == flight.span.begin }
            let needed = calls.filter { $0.flight == needs }
            if let start = own.first(where: { $0.hook == .start }),
                !needed.contains(where: { $0.hook == .start && !$0.hasFailed && $0.span.isBefore(start.span) })
            {
                return "a start before that of what the instance needs"
            }
            let isEarly = needed.contains { stop in
                stop.hook == .stop && own.contains { !$0.span.isBefore(stop.span) }
            }
            return isEarly ? "a stop before that of a dependent" : nil
        }
    }

    /// A resolution that begins when a start has begun waits for it, and throws its error. A flight does not wait, because its
    /// instance starts later.
    private var unstartedInstances: [String] {
        uses.compactMap { use -> String? in
            switch use.outcome {
            case .instance(let number, _):
                guard !use.isNested else { return nil }
                let isUnstarted = calls.contains {
                    $0.flight == number && $0.hook == .start && $0.span.begin < use.span.begin
                        && ($0.hasFailed || $0.span.end > use.span.end)
                }
                return isUnstarted ? "an instance that has not been started" : nil
            case .failedStart(let number):
                let hasFailed = calls.contains { $0.flight == number && $0.hook == .start && $0.hasFailed }
                return hasFailed ? nil : "a failure of another start"
            case .failure, .left, .cancelledStart, .refused: return nil
            }
        }
    }

    /// A resolution that begins when all that may have stopped an instance has ended does not get that instance. Nor does it
    /// get one that was in the same container then, unless a `push` has saved it since, or the stopped one may have stopped alone.
    private var stoppedInstances: [String] {
        let stops = calls.filter { $0.hook == .stop }
        return uses.compactMap { use -> String? in
            guard case .instance(let number, _) = use.outcome else { return nil }
            let isStopped = stops.contains { stop in
                guard stop.span.end < use.span.begin else { return false }
                // What has stopped it began earlier.
                let ends = changes.filter { $0.kind == .mayClear && $0.span.begin < stop.span.end }.map(\.span.end)
                let end = max(stop.span.end, ends.max() ?? 0)
                guard end < use.span.begin else { return false }
                return stop.flight == number || wasCleared(number, use, with: stop, until: end)
            }
            return isStopped ? "a stopped instance" : nil
        }
    }

    /// Whether the end of everything in a container has cleared an instance there.
    private func wasCleared(_ number: Int, _ use: Use, with stop: Call, until end: Int) -> Bool {
        guard number < stop.span.begin, use.place.declared != .single, copies[use.place.container] == nil,
            childEnds[use.place.container] == nil, owners[use.place.container] == nil,
            let stopped = flight(stop.flight), flight(number)?.place.container == stopped.place.container,
            !mayStopAlone(stopped, before: stop.span)
        else { return false }
        return !restorations(clearing: use.place).contains { restoration in
            restoration.pop.end > stop.span.begin && restoration.pop.begin < use.span.end
                && (restoration.pop.begin < end || restoration.pushes.contains { $0.end > stop.span.begin })
        }
    }

    /// Whether something may have replaced an instance, which stops when nothing that its container keeps was built with it.
    ///
    /// A stop of everything replaces one that was being made, or was found, when another call started the container anew.
    private func mayStopAlone(_ flight: Flight, before stop: Span) -> Bool {
        let stretch = Span(flight.requested, stop.begin)
        let own = changes.filter { $0.place == flight.place && $0.span.overlaps(stretch) }
        if own.contains(where: { $0.kind != .mayClear }) { return true }
        if restorations(clearing: flight.place).contains(where: { $0.pop.overlaps(stretch) }) { return true }
        let start = calls.first { $0.flight == flight.span.begin && $0.hook == .start }?.span.begin ?? stop.begin
        let clears = own.filter { $0.span.begin < start }
        return clears.count > 1 || clears.contains { $0.span.begin < flight.requested }
    }
}

extension FlightHistory {
    /// Everything that a correct container cannot do.
    var faults: [String] {
        unjustifiedFlights + repeatedFlights + failuresOfOthers + departures + abandonedFlights + staleInstances
            + outdatedInstances + wrongPlaces + wrongClosures + wrongDecorations + wrongAssemblies + lifecycleFaults
            + splitGraphs.map { _ in "two graphs in one flight" }
            + leftInstances.map { _ in "an instance that is left" }
    }

    /// Of two flights, the earlier one has failed, or its start has, or nobody waited for it any more, or what it needs may have
    /// stopped, or there was a change in between, which may be one of the parent, or they are of a child that has ended.
    ///
    /// A flight is requested before it claims its place, and its closure begins after that, perhaps after all callers have left. So
    /// either of the two may be the earlier one.
    private var unjustifiedFlights: [String] {
        pairs { first, second in
            let stretch = Span(min(first.requested, second.requested), second.span.begin)
            let isExcused =
                first.hasFailed && first.span.isBefore(second.span)
                || hasFailedToStart(first, before: second.span.begin)
                || mayNeedStopped(first, before: second.span.begin)
                || end(of: first.place.container).map { $0 < second.span.begin } ?? false
                || ends(applyingTo: first.place).contains { $0.span.overlaps(stretch) }
                || changes(applyingTo: first.place).contains { $0.span.overlaps(stretch) }
                || first.place.declared != .single
                    && restorations(applyingTo: first.place.container).contains { $0.pop.overlaps(stretch) }
                || uses.contains { mayAbandon($0, first) && $0.span.overlaps(stretch) }
            return isExcused ? nil : "a second flight"
        }
    }

    /// Whether the caller of a resolution has left a flight, or one that waits for it.
    private func mayAbandon(_ use: Use, _ flight: Flight) -> Bool {
        guard use.outcome == .left else { return false }
        return switch flight.place.declared {
        case .single: true
        case .served: use.place == flight.place || use.place.declared.needsServed
        default: use.place == flight.place
        }
    }

    /// A failure goes only to those who waited for that flight, or its start: not to a resolution that begins when others have
    /// received it, unless it may have joined a flight that had used the instance.
    private var failuresOfOthers: [String] {
        uses.compactMap { use in
            let received = uses.filter { $0.outcome == use.outcome }.map(\.span.end).min() ?? use.span.end
            let isStored = received < use.span.begin
            switch use.outcome {
            case .failure(let number):
                let isOther = flight(number)?.place != use.place || flight(number)?.hasFailed != true
                return isStored || isOther ? "a failure of another flight" : nil
            case .failedStart(let number):
                let used = flights.filter { $0.needs == number && $0.span.begin < received }
                return isStored && !used.contains { mayJoin(use, $0) } ? "the failure of an earlier start" : nil
            case .instance, .left, .cancelledStart, .refused: return nil
            }
        }
    }

    /// Whether a resolution may have joined a flight, because the caller that requested the flight had not received its result before.
    /// A flight continues after its closure, with decorations.
    private func mayJoin(_ use: Use, _ flight: Flight) -> Bool {
        guard flight.place == use.place, !flight.hasFailed, !flight.wasCancelled else { return false }
        return !uses.contains {
            $0.span.begin == flight.requested && $0.outcome != .left && $0.span.isBefore(use.span)
        }
    }

    /// A caller that cannot throw a `CancellationError` waits for the flight. Another one leaves only if it is cancelled. A shutdown or
    /// a failed start cancels the start that a caller waits for.
    private var departures: [String] {
        uses.compactMap { use in
            let (declared, span) = (use.place.declared, use.span)
            switch use.outcome {
            case .refused: return declared.needsServed ? nil : "a refusal without a dependency"
            case .cancelledStart:
                let mayCancel = changes.contains { $0.kind == .mayClear && $0.span.overlaps(span) }
                return declared.hasHooks && mayCancel ? nil : "a cancelled start without a cause"
            case .left where !declared.isCancellable: return "a caller that has left"
            case .left: return use.wasCancelled ? nil : "left without being cancelled"
            case .instance, .failure, .failedStart: return nil
            }
        }
    }

    /// A flight is cancelled when all callers have left it. A later caller does not join it.
    private var abandonedFlights: [String] {
        uses.compactMap { use in
            switch use.outcome {
            case .instance(let number, _), .failure(let number), .failedStart(let number):
                flight(number)?.wasCancelled == true ? "the result of a cancelled flight" : nil
            case .left, .cancelledStart, .refused: nil
            }
        }
    }

    /// A resolution that begins after a change has ended gets no instance whose flight began before the change did, unless `pop`
    /// has restored it. An instance that was being made is not restored.
    private var staleInstances: [String] {
        uses.compactMap { use -> String? in
            guard case .instance(let number, _) = use.outcome, let flight = flight(number) else { return nil }
            let item = Item(flight)
            let isInherited = flight.place != use.place && flight.place == origin(of: use.place)
            let copied = isInherited ? copies[use.place.container]?.span : nil
            let isStale =
                isCleared(item, in: use.place, at: use.span)
                || copied.map { isCleared(item, in: flight.place, at: $0) } ?? false
            return isStale ? "an instance from before a completed change" : nil
        }
    }

    private func isCleared(_ instance: Item, in place: Place, at moment: Span) -> Bool {
        let clears = changes.filter { $0.place == place && $0.kind != .mayClear }.map(\.span)
        return isRemoved(instance, by: clears, restorations(clearing: place), before: moment)
    }

    /// An instance that was made in a child while its parent changed goes to those who waited for it, but is not kept.
    private var outdatedInstances: [String] {
        uses.compactMap { use -> String? in
            guard case .instance(let number, _) = use.outcome, let flight = flight(number), flight.place == use.place,
                uses.contains(where: { $0.outcome == use.outcome && $0.span.isBefore(use.span) })
            else { return nil }
            let isOutdated = changes(applyingTo: use.place).contains {
                $0.place != use.place && $0.kind != .mayClear && flight.span.begin < $0.span.begin
                    && $0.span.end < flight.span.end
            }
            return isOutdated ? "an instance from before a change of a parent" : nil
        }
    }

    /// An instance belongs to the place that it is resolved from. A copy may have inherited it if it existed before.
    private var wrongPlaces: [String] {
        uses.compactMap { use -> String? in
            guard case .instance(let number, _) = use.outcome else { return nil }
            guard let flight = flight(number) else { return "an instance without a flight" }
            if flight.hasFailed { return "an instance of another place" }
            if flight.place == use.place { return nil }
            guard let copy = copies[use.place.container], flight.place == origin(of: use.place) else {
                return "an instance of another place"
            }
            return flight.span.end < copy.span.end ? nil : "an instance that was not there to be copied"
        }
    }

    /// A flight's closure is not one that a completed registration or `pop` had replaced when it was requested. A copy has no
    /// closure that its origin has registered later.
    private var wrongClosures: [String] {
        flights.compactMap { flight -> String? in
            let registrations = changes.filter { $0.kind == .register && $0.place.declared == flight.place.declared }
            let registration = registrations.first { $0.span.begin == flight.closure }
            let span = registration?.span ?? Span(-1, 0)
            let views = views(
                of: flight.place.container,
                at: Span(flight.requested, flight.span.begin),
                since: registration?.place.container ?? copies[flight.place.container]?.origin
                    ?? family(of: flight.place.container)
            )
            guard let first = views.first, span.begin < first.moment.end else { return "a closure that does not apply" }
            let isReplaced = views.contains { view in
                let others = registrations.filter { isFamily($0.place.container, view.container) }
                return isRemoved(Item(span), by: others.map(\.span), in: view)
            }
            return isReplaced ? "a closure that does not apply" : nil
        }
    }

    /// An instance has each decoration that was set before it was requested, none from later, and each once, in order.
    private var wrongDecorations: [String] {
        uses.compactMap { use -> String? in
            guard case .instance(let number, let decorations) = use.outcome, let flight = flight(number) else {
                return nil
            }
            let all = changes.filter { $0.place.declared == flight.place.declared && $0.kind == .decorate }
            let applying = settings(
                all.map { ($0.place.container, $0.span) },
                applyingTo: flight.place.container,
                at: Span(flight.requested, flight.span.begin)
            )
            return isRight(decorations, applying, all.map(\.span)) ? nil : "wrong decorations"
        }
    }

    /// A collection has each part that was contributed before, in order, and none from later.
    private var wrongAssemblies: [String] {
        assemblies.compactMap { assembly in
            let applying = settings(
                contributions.map { ($0.container, $0.span) },
                applyingTo: assembly.container,
                at: assembly.span
            )
            return isRight(assembly.parts, applying, contributions.map(\.span)) ? nil : "wrong parts"
        }
    }

    /// Whether settings are those that apply, each once, in order.
    private func isRight(_ settings: [Int], _ applying: (due: [Int], possible: [Int]), _ all: [Span]) -> Bool {
        Set(applying.due).isSubset(of: settings) && Set(settings).isSubset(of: applying.possible)
            && Set(settings).count == settings.count && isOrdered(settings, all)
    }

    // MARK: - What happened

    func flight(_ number: Int) -> Flight? { flights.first { $0.span.begin == number } }

    /// Finds faults in pairs of flights of one place. The closure of the first one began earlier.
    private func pairs(_ fault: (Flight, Flight) -> String?) -> [String] {
        Dictionary(grouping: flights, by: \.place).values.flatMap { flights in
            let sorted = flights.sorted { $0.span.begin < $1.span.begin }
            return zip(sorted, sorted.dropFirst()).compactMap(fault)
        }
    }

    /// Whether no element precedes one whose span ended before that of the element began.
    private func isOrdered(_ numbers: [Int], _ spans: [Span]) -> Bool {
        let ends = Dictionary(spans.map { ($0.begin, $0.end) }, uniquingKeysWith: max)
        return numbers.indices.allSatisfy { index in
            numbers[index...].dropFirst().allSatisfy { (ends[$0] ?? .max) > numbers[index] }
        }
    }
}

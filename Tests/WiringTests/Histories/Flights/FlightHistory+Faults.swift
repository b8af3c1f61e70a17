extension FlightHistory {
    /// Everything that a correct container cannot do.
    var faults: [String] {
        unjustifiedFlights + failuresOfOthers + staleInstances + wrongPlaces + replacedClosures + wrongDecorations
            + wrongAssemblies + wrongLives
    }

    /// Of two flights, the earlier one has failed, or nobody waited for it any more, or there was a change in between, which may be one
    /// of the parent.
    ///
    /// A flight is requested before it claims its place, and its closure begins after that, perhaps after all callers have left. So
    /// either of the two may be the earlier one.
    private var unjustifiedFlights: [String] {
        pairs { first, second in
            let stretch = Span(min(first.requested, second.requested), second.span.begin)
            let isExcused =
                first.hasFailed && first.span.isBefore(second.span)
                || changes.contains { $0.place.declared == first.place.declared && $0.span.overlaps(stretch) }
                || uses.contains { mayAbandon($0, first) && $0.span.overlaps(stretch) }
            return isExcused ? nil : "a second flight"
        }
    }

    /// Whether the caller of a resolution has left a flight, or one that waits for it.
    private func mayAbandon(_ use: Use, _ flight: Flight) -> Bool {
        use.outcome == .left && (use.place == flight.place || flight.place.declared == .single)
    }

    /// A failure goes only to those who waited for that flight: not to a resolution that begins when others have received it.
    private var failuresOfOthers: [String] {
        uses.compactMap { use in
            guard case .failure(let number) = use.outcome else { return nil }
            let isStored = uses.contains { $0.outcome == use.outcome && $0.span.isBefore(use.span) }
            let isOther = flight(number)?.place != use.place || flight(number)?.hasFailed != true
            return isStored || isOther ? "a failure of another flight" : nil
        }
    }

    /// A resolution that begins after a change has ended gets no instance whose flight began before the change did.
    private var staleInstances: [String] {
        uses.compactMap { use in
            guard case .instance(let number, _) = use.outcome else { return nil }
            let isStale = changes.contains {
                $0.place == use.place && $0.kind != .mayClear && $0.span.isBefore(use.span) && number < $0.span.begin
            }
            return isStale ? "an instance from before a completed change" : nil
        }
    }

    private var wrongPlaces: [String] {
        uses.compactMap { use in
            guard case .instance(let number, _) = use.outcome else { return nil }
            guard let flight = flight(number) else { return "an instance without a flight" }
            return flight.place == use.place && !flight.hasFailed ? nil : "an instance of another place"
        }
    }

    /// A flight's closure is not one that a completed registration of its container had replaced when it was requested.
    private var replacedClosures: [String] {
        flights.compactMap { flight in
            let registration = changes.first { $0.span.begin == flight.closure }?.span ?? Span(-1, 0)
            let isReplaced = changes.contains {
                $0.place == flight.place && $0.kind == .register && registration.isBefore($0.span)
                    && $0.span.end < flight.requested
            }
            return isReplaced ? "a closure that had been replaced" : nil
        }
    }

    /// An instance has each decoration that was set before it was requested, none from later, and each once, in order.
    private var wrongDecorations: [String] {
        uses.compactMap { use in
            guard case .instance(let number, let decorations) = use.outcome, let flight = flight(number) else {
                return nil
            }
            // A child has the decorations of its parent.
            let all = changes.filter { $0.place.declared == flight.place.declared && $0.kind == .decorate }
            let due = all.filter { $0.span.end < flight.requested }.map(\.span.begin)
            let possible = all.filter { $0.span.begin < flight.span.begin }.map(\.span.begin)
            let isRight =
                Set(due).isSubset(of: decorations) && Set(decorations).isSubset(of: possible)
                && Set(decorations).count == decorations.count
                && isOrdered(decorations, all.map(\.span))
            return isRight ? nil : "wrong decorations"
        }
    }

    /// A collection has each part that was contributed before, in order, and none from later.
    private var wrongAssemblies: [String] {
        assemblies.compactMap { assembly in
            let due = contributions.filter { $0.isBefore(assembly.span) }.map(\.begin)
            let possible = contributions.filter { $0.begin < assembly.span.end }.map(\.begin)
            let isRight =
                Set(due).isSubset(of: assembly.parts) && Set(assembly.parts).isSubset(of: possible)
                && Set(assembly.parts).count == assembly.parts.count && isOrdered(assembly.parts, contributions)
            return isRight ? nil : "wrong parts"
        }
    }

    /// Each instance starts at most once, and stops exactly once if it has started.
    private var wrongLives: [String] {
        (Set(started).count == started.count ? [] : ["a second start"])
            + (started.sorted() == stopped.sorted() ? [] : ["starts without stops, or stops without starts"])
    }

    // MARK: - What happened

    private func flight(_ number: Int) -> Flight? { flights.first { $0.span.begin == number } }

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

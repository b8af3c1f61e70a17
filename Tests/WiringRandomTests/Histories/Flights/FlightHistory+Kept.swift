/// Instances that a copy inherits, or that `pop` restores.
extension FlightHistory {
    /// An instance that existed when the state was saved or copied, and that nothing may have cleared, is not made again.
    var repeatedFlights: [String] {
        flights.compactMap { flight in
            let isRepeated = keptStates(of: flight.place).contains { state in
                state.restored.end < flight.requested && isUnchanged(flight, since: state)
                    && uses.contains { hasKept($0, state, until: flight.span.begin) }
            }
            return isRepeated ? "a flight for an instance that had been kept" : nil
        }
    }

    private struct KeptState {
        /// Where the instance was.
        var place: Place
        var saved: Span
        var restored: Span
    }

    private func keptStates(of place: Place) -> [KeptState] {
        let copied = origin(of: place).flatMap { origin in
            copies[place.container].map { KeptState(place: origin, saved: $0.span, restored: $0.span) }
        }
        let popped = restorations(clearing: place).filter { $0.isCertain && $0.pushes.count == 1 }
        return (copied.map { [$0] } ?? [])
            + popped.map { KeptState(place: place, saved: $0.pushes[0], restored: $0.pop) }
    }

    /// Whether nothing has cleared the place of a flight since a state was restored there.
    private func isUnchanged(_ flight: Flight, since state: KeptState) -> Bool {
        let stretch = Span(state.restored.begin, flight.span.begin)
        return !changes.contains { $0.place == flight.place && $0.span.overlaps(stretch) }
            && !restorations(clearing: flight.place).contains {
                $0.pop != state.restored && $0.pop.overlaps(stretch)
            }
    }

    /// Whether a state has the instance of a resolution, which has neither been stopped nor failed to start.
    private func hasKept(_ use: Use, _ state: KeptState, until end: Int) -> Bool {
        guard use.place == state.place, use.span.isBefore(state.saved), case .instance(let number, _) = use.outcome,
            let flight = flight(number), flight.place == use.place
        else { return false }
        let stretch = Span(flight.requested, state.saved.end)
        return !hasFailedToStart(flight, before: end) && !mayNeedStopped(flight, before: end)
            && !restorations(clearing: use.place).contains { $0.pop.overlaps(stretch) }
            && !changes.contains { change in
                change.place == use.place
                    && change.span.overlaps(change.kind == .mayClear ? Span(flight.requested, end) : stretch)
            }
    }
}

/// Builds a history by hand. Each record has its first and its last stamp.
extension FlightHistory {
    /// A cached declaration of the container 1.
    static let place = Place(container: 1, declared: .cached)

    /// Adds a flight, and a resolution that requests it.
    mutating func fly(
        _ begin: Int,
        _ end: Int,
        requested: Int? = nil,
        closure: Int = 0,
        hasFailed: Bool = false,
        of place: Place = place
    ) {
        flights.append(
            Flight(
                place: place,
                requested: requested ?? begin - 1,
                span: Span(begin, end),
                closure: closure,
                hasFailed: hasFailed
            )
        )
        use(
            requested ?? begin - 1,
            end + 1,
            hasFailed ? .failure(flight: begin) : .instance(flight: begin, decorations: []),
            of: place
        )
    }

    mutating func use(
        _ begin: Int,
        _ end: Int,
        _ outcome: Use.Outcome,
        of place: Place = place,
        wasCancelled: Bool = false
    ) {
        uses.append(Use(place: place, span: Span(begin, end), outcome: outcome, wasCancelled: wasCancelled))
    }

    mutating func change(_ kind: Change.Kind, _ begin: Int, _ end: Int, of place: Place = place) {
        changes.append(Change(place: place, span: Span(begin, end), kind: kind))
    }

    mutating func call(_ hook: Call.Hook, _ begin: Int, _ end: Int, of flight: Int, hasFailed: Bool = false) {
        calls.append(Call(flight: flight, hook: hook, span: Span(begin, end), hasFailed: hasFailed))
    }

    mutating func push(_ begin: Int, _ end: Int, container: Int = 1) {
        saves.append(Save(container: container, span: Span(begin, end), isPop: false))
    }

    mutating func pop(_ begin: Int, _ end: Int, container: Int = 1) {
        saves.append(Save(container: container, span: Span(begin, end), isPop: true))
    }

    mutating func copy(_ begin: Int, _ end: Int, to number: Int = 2) {
        copies[number] = Copy(origin: 1, span: Span(begin, end))
    }
}

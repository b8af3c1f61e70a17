/// Which changes of which containers count in a place.
extension FlightHistory {
    /// The number that stands for a container and its children, which see what it has set. A copy and a foreign container stand for
    /// themselves.
    func family(of container: Int) -> Int {
        copies[container] == nil && owners[container] == nil ? 0 : container
    }

    /// Whether what was set in one container applies in another one, leaving aside what copies inherit.
    func isFamily(_ container: Int, _ other: Int) -> Bool { family(of: container) == family(of: other) }

    /// The changes of a place, or of the same declaration in its parent.
    func changes(applyingTo place: Place) -> [Change] {
        changes.filter { $0.place.declared == place.declared && isFamily($0.place.container, place.container) }
    }

    /// The starts and shutdowns that may stop an instance of a place, or outdate one that is being built. Any may, in a foreign container
    /// and in a session: what the session declares does not stand among what its parent clears.
    func ends(applyingTo place: Place) -> [Change] {
        let isAny = owners[place.container] != nil || place.declared == .session
        return changes.filter { $0.kind == .mayClear && (isAny || $0.place == place) }
    }

    /// When the operation of a child ended, or of the child that has a foreign container; `nil` if it did not, or there is none.
    func end(of container: Int) -> Int? { childEnds[container] ?? owners[container].flatMap { childEnds[$0] } }

    /// The place that a copy has inherited its instance of a place from; `nil` in other containers.
    func origin(of place: Place) -> Place? {
        copies[place.container].map { copy in
            var origin = place
            origin.container = place.declared == .single ? 0 : copy.origin
            return origin
        }
    }

    /// A container whose settings apply to another one, and the time that counts.
    struct View {
        var container: Int
        var moment: Span
    }

    /// A container, and before it the one that it is a copy of.
    func views(of container: Int, at moment: Span) -> [View] {
        let origin = copies[container].map { View(container: $0.origin, moment: $0.span) }
        return (origin.map { [$0] } ?? []) + [View(container: container, moment: moment)]
    }

    /// The views that can still remove what was set in a container, beginning with its own.
    func views(of container: Int, at moment: Span, since origin: Int) -> ArraySlice<View> {
        views(of: container, at: moment).drop { !isFamily($0.container, origin) }
    }

    /// Finds those settings that apply to a container.
    ///
    /// - Parameter settings: When each was made, and in which container.
    /// - Returns: The stamps of those that certainly apply, and of those that may.
    func settings(
        _ settings: [(container: Int, span: Span)],
        applyingTo container: Int,
        at moment: Span
    ) -> (due: [Int], possible: [Int]) {
        var (due, possible): ([Int], [Int]) = ([], [])
        for setting in settings {
            let (item, views) = (Item(setting.span), views(of: container, at: moment, since: setting.container))
            guard let first = views.first, setting.span.begin < first.moment.end else { continue }
            if !views.contains(where: { isRemoved(item, in: $0) }) { possible.append(setting.span.begin) }
            guard setting.span.isBefore(first.moment) else { continue }
            if !views.contains(where: { mayPop(item, in: $0) }) { due.append(setting.span.begin) }
        }
        return (due, possible)
    }
}

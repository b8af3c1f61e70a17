/// What `push` has saved and `pop` has restored.
extension FlightHistory {
    /// A `pop` that has restored something, or may have.
    struct Restoration {
        var container: Int
        var pop: Span
        /// The pushes whose state it may have restored. There is one if no others overlapped.
        var pushes: [Span]
        var isCertain: Bool
    }

    /// Something that was set or made in a container.
    struct Item {
        /// A change that begins later removes it.
        var settled: Int
        /// A `push` that ends earlier does not save it.
        var exists: Int

        init(_ setting: Span) { (settled, exists) = (setting.end, setting.begin) }

        /// An instance that is being made is cleared, and not saved.
        init(_ flight: Flight) { (settled, exists) = (flight.span.begin, flight.span.end) }
    }

    var restorations: [Restoration] {
        Dictionary(grouping: saves, by: \.container).values.flatMap { restorations(by: $0) }
    }

    /// - Parameter saves: Those of one container.
    private func restorations(by saves: [Save]) -> [Restoration] {
        var (found, saved, isOrdered, end): ([Restoration], [Span], Bool, Int) = ([], [], true, 0)
        let sorted = saves.sorted { $0.span.begin < $1.span.begin }
        for (index, save) in sorted.enumerated() {
            let next = index + 1 < sorted.count ? sorted[index + 1].span.begin : .max
            // From the first overlap on, the order is not known.
            isOrdered = isOrdered && end < save.span.begin && save.span.end < next
            end = max(end, save.span.end)
            if !save.isPop {
                saved.append(save.span)
            } else if !isOrdered {
                let pushes = saves.filter { !$0.isPop && $0.span.begin < save.span.end }
                let pops = saves.count { $0.isPop && $0 != save && $0.span.begin < save.span.end }
                let isCertain = pushes.count { $0.span.isBefore(save.span) } > pops
                let all = pushes.map(\.span)
                guard !all.isEmpty else { continue }
                found.append(Restoration(container: save.container, pop: save.span, pushes: all, isCertain: isCertain))
            } else if let push = saved.popLast() {
                found.append(Restoration(container: save.container, pop: save.span, pushes: [push], isCertain: true))
            }
        }
        return found
    }

    /// Whether a change has certainly removed an item, and no `pop` may have restored it.
    ///
    /// - Parameters:
    ///   - changes: The changes that do. A `pop` does, too.
    ///   - restorations: Those of the item's container.
    func isRemoved(_ item: Item, by changes: [Span], _ restorations: [Restoration], before moment: Span) -> Bool {
        (changes + restorations.filter(\.isCertain).map(\.pop)).contains { change in
            guard item.settled < change.begin, change.isBefore(moment) else { return false }
            return !restorations.contains { restoration in
                restoration.pop.end > change.begin && restoration.pop.begin < moment.end
                    && restoration.pushes.contains { $0.end > item.exists && $0.begin < change.end }
            }
        }
    }

    /// Whether a setting is certainly not one of a container, or of its parent.
    func isRemoved(_ setting: Item, by changes: [Span] = [], in view: View) -> Bool {
        isRemoved(setting, by: changes, restorations(applyingTo: view.container), before: view.moment)
    }

    /// Whether a `pop` may have removed a setting of a container.
    func mayPop(_ setting: Item, in view: View) -> Bool {
        restorations(applyingTo: view.container).contains { restoration in
            restoration.pop.end > setting.exists && restoration.pop.begin < view.moment.end
                && restoration.pushes.contains { $0.begin < setting.settled }
        }
    }

    /// The restorations that clear a place: none for a singleton.
    func restorations(clearing place: Place) -> [Restoration] {
        place.declared == .single ? [] : restorations.filter { $0.container == place.container }
    }

    /// The restorations of a container or its parent.
    func restorations(applyingTo container: Int) -> [Restoration] {
        restorations.filter { isFamily($0.container, container) }
    }
}

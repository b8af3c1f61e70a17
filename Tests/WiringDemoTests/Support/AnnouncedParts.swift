/// The parts of the service that have started and stopped, in the order in which standard error announces them.
///
/// The watcher, the tally and the journal do not depend on each other, so their order varies.
struct AnnouncedParts {
    let started: [String]
    let stopped: [String]

    init(_ errors: String) {
        let lines = errors.split(separator: "\n")
        started = lines.compactMap { $0.wholeMatch(of: /started (.*)/).map { String($0.1) } }
        stopped = lines.compactMap { $0.wholeMatch(of: /stopped (.*)/).map { String($0.1) } }
    }

    /// Whether each part that has started has stopped once, and the order was that of the dependencies.
    var haveStoppedInOrder: Bool {
        stopped.sorted() == started.sorted() && Set(started).count == started.count
            && started.first == "store" && stopped.last == "store"
            && [nil, started.index(before: started.endIndex)].contains(started.firstIndex(of: "requests"))
            && [nil, stopped.startIndex].contains(stopped.firstIndex(of: "requests"))
    }

    /// Whether all parts of the service have started and stopped in order.
    var allHaveStoppedInOrder: Bool {
        Set(started) == ["store", "watcher", "tally", "journal", "requests"] && haveStoppedInOrder
    }
}

/// What most tests declare: a protocol with a class for each role.
protocol Service: AnyObject, Sendable {}

final class LiveService: Service {}
final class MockService: Service {}

/// Counts the instances of one test: all that were created, and those that are still alive.
final class Tracker: Sendable {
    private let counts = Locked((made: 0, alive: 0))

    var made: Int { counts.withLock { $0.made } }
    var alive: Int { counts.withLock { $0.alive } }

    fileprivate func begin() {
        counts.withLock { counts in
            counts.made += 1
            counts.alive += 1
        }
    }

    fileprivate func end() { counts.withLock { $0.alive -= 1 } }
}

/// An instance that a tracker counts.
final class Tracked: Service {
    private let tracker: Tracker

    init(_ tracker: Tracker) {
        self.tracker = tracker
        tracker.begin()
    }

    deinit { tracker.end() }
}

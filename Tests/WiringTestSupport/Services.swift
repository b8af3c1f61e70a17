/// What most tests declare: a protocol with a class for each role.
package protocol Service: AnyObject, Sendable {}

package final class LiveService: Service {
    package init() {}
}

package final class MockService: Service {
    package init() {}
}

/// Counts the instances of one test: all that were created, and those that are still alive.
package final class Tracker: Sendable {
    private let counts = Locked((made: 0, alive: 0))

    package init() {}

    package var made: Int { counts.withLock { $0.made } }
    package var alive: Int { counts.withLock { $0.alive } }

    fileprivate func begin() {
        counts.withLock { counts in
            counts.made += 1
            counts.alive += 1
        }
    }

    fileprivate func end() { counts.withLock { $0.alive -= 1 } }
}

/// An instance that a tracker counts.
package final class Tracked: Service {
    private let tracker: Tracker

    package init(_ tracker: Tracker) {
        self.tracker = tracker
        tracker.begin()
    }

    deinit { tracker.end() }
}

/// An instance that records its name, its dependencies and its age.
package final class Product: Sendable {
    package let name: String
    package let needs: [Product]
    package let age: Int

    package init(_ name: String, needs: [Product] = [], age: Int = 0) {
        self.name = name
        self.needs = needs
        self.age = age
    }
}

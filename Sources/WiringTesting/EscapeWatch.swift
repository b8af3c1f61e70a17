import Testing

/// Watches a container that strict tests stand in place of: a resolution that comes to it may be of work that has not taken its
/// test's container along.
///
/// A resolution on the task of a test is that test's own business. One that no test's task makes may be of each test that runs
/// at that moment.
final class EscapeWatch: ResolutionObserver {
    /// The strict tests that run. Beginning and ending are constant; a resolution on no test's task is linear in them.
    private let reports = Protected<[ObjectIdentifier: TestReport]>([:])

    /// The watches there are, by the container's manager. Its lock is held while one begins or ends.
    private static let watches = Protected<[ObjectIdentifier: EscapeWatch]>([:])

    /// Begins to watch a container for a strict test.
    static func begin(_ manager: ContainerManager, for report: TestReport) {
        // What was set before may be a user's, and is released after unlocking; likewise below.
        _ = watches.withLock { watches -> Any? in
            let watch = watches[ObjectIdentifier(manager)] ?? EscapeWatch()
            // A container that reports to a test is that test's.
            guard manager.observers.isEmpty || watch.observes(manager) else { return nil }
            watches[ObjectIdentifier(manager)] = watch
            watch.reports.withLock { $0[ObjectIdentifier(report)] = report }
            return manager.observers.isEmpty ? manager.observe([watch]) : nil
        }
    }

    /// Ends it.
    static func end(_ manager: ContainerManager, for report: TestReport) {
        _ = watches.withLock { watches -> Any? in
            guard let watch = watches[ObjectIdentifier(manager)] else { return nil }
            let isLast = watch.reports.withLock { reports in
                reports[ObjectIdentifier(report)] = nil
                return reports.isEmpty
            }
            guard isLast else { return nil }
            watches[ObjectIdentifier(manager)] = nil
            return watch.observes(manager) ? manager.observe([]) : nil
        }
    }

    private func observes(_ manager: ContainerManager) -> Bool { manager.observers.contains { $0 === self } }

    var isInherited: Bool { false }

    func begin(_ resolution: ObservedResolution) -> Int {
        let reports = reports.withLock { $0 }
        if let current = TestIsolation.currentReport {
            if reports[ObjectIdentifier(current)] != nil { current.escape(resolution) }
        } else if Test.current == nil {
            let running = TestReport.someRunning
            for report in reports.values { report.escape(resolution, fromOneOf: running) }
        }
        return 0
    }

    func end(_ number: Int, from origin: InstanceOrigin) {}

    func useUnimplemented(_ use: UnimplementedUse) -> Bool { false }
}

import Testing
import WiringInspection

/// Watches a container that the containers of strict tests replace, or the process's container of their type.
///
/// A resolution from it on the task of such a test fails that test. A resolution on no test's task is an escape, which may
/// belong to any test that is running.
final class EscapeWatch {
    /// The running strict tests. Adding and removing one takes constant time; an escape takes time linear in their number.
    private let reports = Protected<[ObjectIdentifier: TestReport]>([:])

    /// The watches by the containers' managers. The lock is held while an observer is set or removed.
    private static let watches = Protected<[ObjectIdentifier: EscapeWatch]>([:])

    /// Starts watching a container for a strict test, unless it is a test's own.
    static func start(_ manager: ContainerManager, for report: TestReport) {
        // The replaced settings may hold the user's objects. They are released after unlocking; the same applies below.
        _ = watches.withLock { watches -> Any? in
            let watch = watches[ObjectIdentifier(manager)] ?? EscapeWatch()
            guard !manager.observers.contains(where: { $0 is TestReport }) else { return nil }
            watches[ObjectIdentifier(manager)] = watch
            watch.reports.withLock { $0[ObjectIdentifier(report)] = report }
            return manager.observers.contains { $0 === watch } ? nil : manager.observe(watch)
        }
    }

    /// Stops watching a container for a strict test.
    static func stop(_ manager: ContainerManager, for report: TestReport) {
        _ = watches.withLock { watches -> Any? in
            guard let watch = watches[ObjectIdentifier(manager)] else { return nil }
            let isLast = watch.reports.withLock { reports in
                reports[ObjectIdentifier(report)] = nil
                return reports.isEmpty
            }
            guard isLast else { return nil }
            watches[ObjectIdentifier(manager)] = nil
            return manager.stopObserving(watch)
        }
    }
}

extension EscapeWatch: ContainerObserver {
    var events: ObservedResolution.Events { .resolutions }
    var isInherited: Bool { false }

    func begin(_ resolution: ObservedResolution) -> Int {
        let reports = reports.withLock { $0 }
        if let current = TestIsolation.currentReport {
            let report = ([current] + current.outers).first { reports[ObjectIdentifier($0)] != nil }
            report?.report(.resolvedOutside(resolution, fromContainerOf: "the process"))
        } else if Test.current == nil {
            let running = TestReport.runningSample
            // An operation within a strict test is part of it.
            for report in reports.values where report.outers.allSatisfy({ reports[ObjectIdentifier($0)] == nil }) {
                report.escape(resolution, fromOneOf: running)
            }
        }
        return 0
    }
}

import Testing

/// Watches a container that tests stand in place of: a resolution that comes to it while a strict test runs may be of work
/// that has not taken its test's container along.
///
/// A resolution on the task of a test is that test's own business. What runs outside of any may be of each test that runs at
/// that moment: all of them are told, if all of them are strict.
final class EscapeWatch: ResolutionObserver {
    private let reports = Protected<[TestReport]>([])

    /// The watches there are, by the container's manager. Its lock is held while one begins or ends.
    private static let watches = Protected<[ObjectIdentifier: EscapeWatch]>([:])

    /// Begins to watch a container for a test, or notes that the test has become strict.
    static func begin(_ manager: ContainerManager, for report: TestReport) {
        watches.withLock { watches in
            let watch = watches[ObjectIdentifier(manager)] ?? EscapeWatch()
            // A container that reports to a test is that test's.
            guard manager.observer == nil || manager.observer === watch else { return }
            watches[ObjectIdentifier(manager)] = watch
            let isStrict = watch.reports.withLock { reports in
                if !reports.contains(where: { $0 === report }) { reports.append(report) }
                return reports.contains(where: \.isStrict)
            }
            if isStrict { manager.observe(watch) }
        }
    }

    /// Ends it.
    static func end(_ manager: ContainerManager, for report: TestReport) {
        watches.withLock { watches in
            guard let watch = watches[ObjectIdentifier(manager)] else { return }
            let left = watch.reports.withLock { reports in
                reports.removeAll { $0 === report }
                return reports
            }
            if left.isEmpty { watches[ObjectIdentifier(manager)] = nil }
            if manager.observer === watch, !left.contains(where: \.isStrict) { manager.observe(nil) }
        }
    }

    var isInherited: Bool { false }

    func begin(_ resolution: ObservedResolution) -> Int {
        let reports = reports.withLock { $0 }
        if let current = TestIsolation.currentReport {
            if current.isStrict, reports.contains(where: { $0 === current }) { current.escape(resolution, others: []) }
        } else if Test.current == nil, reports.allSatisfy(\.isStrict) {
            for report in reports {
                report.escape(resolution, others: reports.map(\.test).filter { $0.id != report.test.id })
            }
        }
        return 0
    }

    func end(_ number: Int, from origin: ObservedResolution.Origin) {}

    func useUnimplemented(_ use: UnimplementedUse) { use.reportToCurrentTest() }
}

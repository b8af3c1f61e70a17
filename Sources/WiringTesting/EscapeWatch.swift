import Testing

/// Watches a container that tests stand in place of: a resolution that comes to it while a strict test runs may be of work
/// that has not taken its test's container along.
///
/// A resolution on the task of a test is that test's own business. What runs outside of any may be of each test that runs at
/// that moment: all of them are told, if all of them are strict.
final class EscapeWatch: ResolutionObserver {
    /// The tests that run. Thousands may: to begin, to end and to look takes no longer for that.
    private struct Reports {
        private var entries: [ObjectIdentifier: (report: TestReport, isStrict: Bool)] = [:]
        private var strictCount = 0

        var isEmpty: Bool { entries.isEmpty }
        var isAnyStrict: Bool { strictCount > 0 }
        /// All of them, if all are strict; none otherwise.
        var ifAllAreStrict: [TestReport] { strictCount == entries.count ? entries.values.map(\.report) : [] }

        func hasStrict(_ report: TestReport) -> Bool { entries[ObjectIdentifier(report)]?.isStrict ?? false }

        /// Adds a test, or notes that it has become strict.
        mutating func insert(_ report: TestReport, isStrict: Bool) {
            remove(report)
            entries[ObjectIdentifier(report)] = (report, isStrict)
            if isStrict { strictCount += 1 }
        }

        mutating func remove(_ report: TestReport) {
            if entries.removeValue(forKey: ObjectIdentifier(report))?.isStrict == true { strictCount -= 1 }
        }
    }

    private let reports = Protected(Reports())

    /// The watches there are, by the container's manager. Its lock is held while one begins or ends.
    private static let watches = Protected<[ObjectIdentifier: EscapeWatch]>([:])

    /// Begins to watch a container for a test, or notes that the test has become strict.
    static func begin(_ manager: ContainerManager, for report: TestReport) {
        watches.withLock { watches in
            let watch = watches[ObjectIdentifier(manager)] ?? EscapeWatch()
            // A container that reports to a test is that test's.
            guard manager.observer == nil || manager.observer === watch else { return }
            watches[ObjectIdentifier(manager)] = watch
            let isStrict = report.isStrict
            watch.reports.withLock { $0.insert(report, isStrict: isStrict) }
            if isStrict, manager.observer == nil { manager.observe(watch) }
        }
    }

    /// Ends it.
    static func end(_ manager: ContainerManager, for report: TestReport) {
        watches.withLock { watches in
            guard let watch = watches[ObjectIdentifier(manager)] else { return }
            let (isEmpty, isAnyStrict) = watch.reports.withLock { reports in
                reports.remove(report)
                return (reports.isEmpty, reports.isAnyStrict)
            }
            if isEmpty { watches[ObjectIdentifier(manager)] = nil }
            if manager.observer === watch, !isAnyStrict { manager.observe(nil) }
        }
    }

    var isInherited: Bool { false }

    func begin(_ resolution: ObservedResolution) -> Int {
        if let current = TestIsolation.currentReport {
            if reports.withLock({ $0.hasStrict(current) }) { current.escape(resolution, others: []) }
        } else if Test.current == nil {
            let reports = reports.withLock { $0.ifAllAreStrict }
            for report in reports {
                report.escape(resolution, others: reports.map(\.test).filter { $0.id != report.test.id })
            }
        }
        return 0
    }

    func end(_ number: Int, from origin: ObservedResolution.Origin) {}

    func useUnimplemented(_ use: UnimplementedUse) { use.reportToCurrentTest() }
}

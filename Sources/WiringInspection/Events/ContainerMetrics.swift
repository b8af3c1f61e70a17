public import Wiring

/// Counts what a container builds and how long that takes, for a server's monitoring.
///
/// ```swift
/// let metrics = ContainerMetrics(of: Container.shared)
/// // For each request of Prometheus:
/// return Response(metrics.prometheusText)
/// ```
/// ```
/// wiring_build_seconds_count{container="Container",dependency="api",type="API",location="App/Container+API.swift:4"} 1
/// ```
/// It counts until you release it, so store it. It does not retain the container. Hits are not counted, and stay on the
/// fast path.
public final class ContainerMetrics: Sendable {
    private struct Entry {
        var calls = 0
        var failures = 0
        var duration = Duration.zero

        static func += (total: inout Entry, other: Entry) {
            total.calls += other.calls
            total.failures += other.failures
            total.duration += other.duration
        }
    }

    private let entries: Protected<[ContainerEvent.Dependency: Entry]>
    private let listener: EventListener

    /// Begins to count from zero.
    ///
    /// - Parameter container: The container. Its children count, too, and so do copies that `withContainer` makes from
    ///   now on. A singleton that a child resolves counts for its root.
    public init(of container: some ManagedContainer) {
        let entries = Protected<[ContainerEvent.Dependency: Entry]>([:])
        self.entries = entries
        listener = EventListener([.builds, .failures], of: container) { _, event in
            guard let dependency = event.dependency, let duration = event.duration else { return }
            var call = Entry(calls: 1, duration: duration)
            if case .failed = event.kind { call.failures = 1 }
            entries.withLock { $0[dependency, default: Entry()] += call }
        }
    }

    deinit { listener.end() }

    /// The totals since the beginning, in the text format of Prometheus, version 0.0.4.
    ///
    /// For each declaration, `wiring_build_seconds` has the number and the total time of its closures' calls, including
    /// the time for what they need, and `wiring_failures_total` the number of calls that threw an error. A call that
    /// throws a `CancellationError` counts as neither. Any thread may read this.
    ///
    /// - Complexity: O(*n* log *n*) in the number of declarations that were built.
    public var prometheusText: String {
        // Declarations of a generic function can have the same labels, and Prometheus refuses a text that repeats a sample.
        let totals = entries.withLock { $0 }.reduce(into: [:]) { $0[$1.key.labels, default: Entry()] += $1.value }
            .sorted { $0.key < $1.key }
        func family(_ name: String, _ help: String, _ type: String, _ samples: (String, Entry) -> [String]) -> String {
            let lines =
                ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"] + totals.flatMap { samples($0.key, $0.value) }
            return lines.map { "\($0)\n" }.joined()
        }
        return family("wiring_failures_total", "Closures that threw an error.", "counter") {
            ["wiring_failures_total{\($0)} \($1.failures)"]
        }
            + family("wiring_build_seconds", "The time that closures took, with what they needed.", "summary") {
                [
                    "wiring_build_seconds_sum{\($0)} \($1.duration / .seconds(1))",
                    "wiring_build_seconds_count{\($0)} \($1.calls)",
                ]
            }
    }
}

extension ContainerEvent.Dependency {
    /// As the labels of a sample.
    fileprivate var labels: String {
        let escapes: [Unicode.Scalar: String] = ["\\": "\\\\", "\"": "\\\"", "\n": "\\n"]
        return [("container", container), ("dependency", name), ("type", "\(type)"), ("location", location)]
            .map { "\($0)=\"\($1.replacing(escapes))\"" }.joined(separator: ",")
    }
}

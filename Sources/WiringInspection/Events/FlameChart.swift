import Wiring

/// A picture of when each instance was built, and for which dependent: a bar for each construction, below the one that
/// needed it.
///
/// ```swift
/// let events = try await recordEvents(of: container, [.builds, .failures, .lifecycle]) {
///     try await container.start(\.server)
/// }
/// try FlameChart(events).svg.write(toFile: "start.svg", atomically: true, encoding: .utf8)
/// ```
public struct FlameChart: Sendable {
    /// A bar of the chart.
    struct Bar: Sendable {
        let dependency: ContainerEvent.Dependency
        let begin: ContinuousClock.Instant
        let end: ContinuousClock.Instant
        let hasFailed: Bool
        /// The row that it is in, from the top.
        var row = 0
    }

    /// In the order in which they began.
    let bars: [Bar]

    /// Draws the events `built`, `failed` and `started`, in any order, and ignores the others.
    ///
    /// To record these, name the kinds `.builds`, `.failures` and `.lifecycle`.
    public init(_ events: some Sequence<ContainerEvent>) {
        let spans = events.compactMap { event in Bar(event).map { (bar: $0, dependent: event.dependent) } }
            .sorted { ($0.bar.begin, $1.bar.end) < ($1.bar.begin, $0.bar.end) }
        var bars: [Bar] = []
        /// The bars of each dependency.
        var known: [ContainerEvent.Dependency: [Int]] = [:]
        /// When the last bar of each row ends.
        var ends: [ContinuousClock.Instant] = []
        for (bar, dependent) in spans {
            var bar = bar
            // The innermost one that needs it at that time.
            let parent = dependent.flatMap { known[$0]?.last { bars[$0].end >= bar.end } }
            bar.row = parent.map { bars[$0].row + 1 } ?? 0
            while bar.row < ends.count, ends[bar.row] > bar.begin { bar.row += 1 }
            ends += Array(repeating: bar.begin, count: max(0, bar.row + 1 - ends.count))
            ends[bar.row] = bar.end
            known[bar.dependency, default: []].append(bars.count)
            bars.append(bar)
        }
        self.bars = bars
    }

    /// The chart as an SVG document, for a browser. Point at a bar to see its declaration and its duration.
    public var svg: String {
        let (width, height) = (1_200.0, 20.0)
        let rows = (bars.map(\.row).max() ?? 0) + 1
        var lines = [
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(rows * Int(height) + 24)" \
            font-family="system-ui, sans-serif" font-size="12">
            """
        ]
        if let first = bars.first, let last = bars.map(\.end).max() {
            let total = max(first.begin.duration(to: last) / .nanoseconds(1), 1)
            for bar in bars {
                let x = first.begin.duration(to: bar.begin) / .nanoseconds(1) / total * width
                let length = max(bar.begin.duration(to: bar.end) / .nanoseconds(1) / total * width, 1)
                lines.append(
                    """
                    <svg x="\(x.roundedToHundredths)" y="\(bar.row * Int(height))" width="\(length.roundedToHundredths)" height="\(Int(height))">\
                    <title>\(bar.title.escapedForXML)</title>\
                    <rect width="100%" height="19" rx="2" fill="\(bar.hasFailed ? "#e5534b" : bar.color)"/>\
                    <text x="4" y="14" fill="#fff">\(bar.dependency.name.escapedForXML)</text></svg>
                    """
                )
            }
            let end = first.begin.duration(to: last).inMilliseconds
            lines.append("<text x=\"0\" y=\"\(rows * Int(height) + 16)\" fill=\"#7d8590\">0 to \(end)</text>")
        } else {
            lines.append("<text x=\"0\" y=\"16\" fill=\"#7d8590\">Nothing was built.</text>")
        }
        return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
    }
}

extension FlameChart.Bar {
    init?(_ event: ContainerEvent) {
        guard let dependency = event.dependency, let duration = event.duration else { return nil }
        switch event.kind {
        case .built, .started: hasFailed = false
        case .failed: hasFailed = true
        default: return nil
        }
        self.dependency = dependency
        (begin, end) = (event.time - duration, event.time)
    }

    fileprivate var title: String {
        "\(dependency)\n\(begin.duration(to: end).inMilliseconds)\(hasFailed ? ", failed" : "")\n\(dependency.location)"
    }

    /// The same for each container type.
    fileprivate var color: String {
        let colors = ["#316dca", "#347d39", "#8256d0", "#966600", "#ae4c82", "#2e7d8c"]
        let sum = dependency.container.utf8.reduce(0) { ($0 * 31 + Int($1)) % 1_000_003 }
        return colors[sum % colors.count]
    }
}

extension Double {
    /// Rounded to two decimal places. It must not be negative.
    fileprivate var roundedToHundredths: Double {
        // Not rounded by the C library, which a program would have to link for this.
        Double(Int64(self * 100 + 0.5)) / 100
    }
}

extension String {
    /// As the text of an XML document, which has no control characters but these.
    fileprivate var escapedForXML: String {
        String(
            unicodeScalars.map { scalar -> String in
                switch scalar {
                case "&": "&amp;"
                case "<": "&lt;"
                case ">": "&gt;"
                case "\n", "\t": String(scalar)
                case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
                default: String(scalar)
                }
            }.joined()
        )
    }
}

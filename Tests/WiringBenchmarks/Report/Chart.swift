/// A picture of all ratios, as SVG: a bar for each row, and a mark where its goal is.
///
/// It has no background. Its colors can be told from a light one and from a dark one.
struct Chart {
    private static let text = "#7d8590"
    private static let line = "#7d859066"
    private static let met = "#2f9e6e"
    private static let missed = "#e0823d"
    private static let mark = "#d64f8c"

    /// Where the bars begin and end, and the height of a row, in pixels.
    private static let (left, right, height) = (270.0, 760.0, 22.0)

    let outcomes: [Outcome]

    var svg: String {
        let time = panel(.time, title: "Time, as a multiple of the same by hand: shorter is better", top: 0)
        let throughput = panel(
            .throughput,
            title: "Throughput of two threads, as a multiple of one: longer is better",
            top: time.bottom
        )
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 \(decimal(throughput.bottom, places: 0))" \
            font-family="system-ui, sans-serif" font-size="12" fill="\(Self.text)">
            \((time.elements + throughput.elements).joined(separator: "\n"))
            </svg>

            """
    }

    /// The rows of one quantity on a common scale, under each other.
    private func panel(_ quantity: Row.Quantity, title: String, top: Double) -> (elements: [String], bottom: Double) {
        // What has no ratio for a goal would only press the others together.
        let outcomes = outcomes.filter { $0.row.quantity == quantity && ($0.goal == nil || $0.goal?.ratio != nil) }
        guard !outcomes.isEmpty else { return ([], top) }
        let greatest = outcomes.flatMap { [$0.measurement.ratio, $0.goal?.ratio ?? 0] }.max() ?? 1
        let scale = Scale(from: Self.left, to: Self.right, greatest: greatest)
        let first = top + 44
        let bottom = first + Double(outcomes.count) * Self.height
        let ticks = scale.ticks.flatMap { tick in
            [
                vertical(scale.x(tick), first, bottom, color: Self.line, width: tick == 1 ? 2 : 1),
                label("\(decimal(tick, places: 0))×", x: scale.x(tick), y: first - 6, anchor: "middle"),
            ]
        }
        let bars = outcomes.enumerated().flatMap { bar($1, scale, top: first + Double($0) * Self.height) }
        return ([label(title, x: 10, y: top + 18, weight: "600")] + ticks + bars, bottom + 16)
    }

    private func bar(_ outcome: Outcome, _ scale: Scale, top: Double) -> [String] {
        let end = scale.x(outcome.measurement.ratio)
        let goal = outcome.goal?.ratio
        let color = outcome.isMet.map { $0 ? Self.met : Self.missed } ?? Self.text
        let (y, size) = (top + 4, Self.height - 8)
        return [
            label(outcome.row.name, x: Self.left - 10, y: top + 15, anchor: "end"),
            """
            <rect x="\(decimal(Self.left))" y="\(decimal(y))" width="\(decimal(end - Self.left))" \
            height="\(decimal(size))" rx="2" fill="\(color)"/>
            """,
            goal.map { vertical(scale.x($0), top + 1, top + Self.height - 1, color: Self.mark, width: 2.5) } ?? "",
            label(
                decimal(outcome.measurement.ratio, places: 2),
                x: max(end, scale.x(goal ?? 0)) + 6,
                y: top + 15
            ),
        ]
    }

    private func vertical(_ x: Double, _ top: Double, _ bottom: Double, color: String, width: Double) -> String {
        """
        <line x1="\(decimal(x))" x2="\(decimal(x))" y1="\(decimal(top))" y2="\(decimal(bottom))" \
        stroke="\(color)" stroke-width="\(width)"/>
        """
    }

    private func label(
        _ text: String,
        x: Double,
        y: Double,
        anchor: String = "start",
        weight: String = "400"
    ) -> String {
        """
        <text x="\(decimal(x))" y="\(decimal(y))" text-anchor="\(anchor)" font-weight="\(weight)">\(text)</text>
        """
    }
}

/// Where numbers from zero on stand on a line.
private struct Scale {
    private let origin: Double
    private let unit: Double
    /// Round numbers at a distance that leaves room for their labels.
    let ticks: [Double]

    init(from left: Double, to right: Double, greatest: Double) {
        origin = left
        unit = (right - left) / max(greatest, 1)
        let step = [1.0, 2, 5, 10, 20, 50].first { greatest / $0 <= 10 } ?? 100
        ticks = [1] + stride(from: step, through: greatest, by: step).filter { $0 > 1 }
    }

    func x(_ number: Double) -> Double { origin + number * unit }
}

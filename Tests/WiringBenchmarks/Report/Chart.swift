/// A chart of all ratios as SVG, with a bar for each row and a mark at its goal.
///
/// It has no background. Its colors are visible on light and dark backgrounds.
struct Chart {
    /// The horizontal start and end of the bars, and the height of a row, in pixels.
    private static let (left, right, height) = (270.0, 745.0, 22.0)

    let outcomes: [Outcome]

    var svg: String {
        let time = panel(.time, title: "Time, as a multiple of the same by hand: shorter is better", top: 0)
        let throughput = panel(
            .throughput,
            title: "Throughput of two threads, as a multiple of one: longer is better",
            top: time.bottom
        )
        let latency = panel(
            .latency,
            title: "99th percentile beside busy readers, as a multiple of the same by hand: shorter is better",
            top: throughput.bottom
        )
        let elements = time.elements + throughput.elements + latency.elements + legend(top: latency.bottom)
        let height = decimal(latency.bottom + 28, places: 0)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 \(height)" width="820" height="\(height)" \
            font-family="system-ui, sans-serif" font-size="12">
            \(elements.map(\.svg).joined(separator: "\n"))
            </svg>

            """
    }

    /// The rows of one quantity, below each other on a common scale.
    private func panel(_ quantity: Row.Quantity, title: String, top: Double) -> (elements: [Shape], bottom: Double) {
        // A goal that is not a ratio has no position on the scale.
        let outcomes = outcomes.filter { $0.row.quantity == quantity && ($0.goal == nil || $0.goal?.ratio != nil) }
        guard !outcomes.isEmpty else { return ([], top) }
        let greatest = outcomes.flatMap { [$0.measurement.ratio, $0.goal?.ratio ?? 0] }.reduce(1, max)
        let scale = Scale(from: Self.left, to: Self.right, greatest: greatest)
        let first = top + 44
        let bottom = first + Double(outcomes.count) * Self.height
        let ticks = scale.ticks.flatMap { tick -> [Shape] in
            [
                .line(x: scale.x(tick), from: first, to: bottom, width: tick == 1 ? 2 : 1, .grid),
                .text("\(decimal(tick, places: 0))×", x: scale.x(tick), y: first - 6, anchor: "middle"),
            ]
        }
        let bars = outcomes.enumerated().flatMap { bar($1, scale, top: first + Double($0) * Self.height) }
        return ([.text(title, x: 10, y: top + 18, weight: 600)] + ticks + bars, bottom + 16)
    }

    private func bar(_ outcome: Outcome, _ scale: Scale, top: Double) -> [Shape] {
        let ratio = outcome.measurement.ratio
        let end = scale.x(ratio)
        let goal = outcome.goal?.ratio.map(scale.x)
        let color: Shape.Color = outcome.isMet.map { $0 ? .met : .missed } ?? .plain
        let number = decimal(ratio, places: 2) + (scale.reaches(ratio) ? "" : " →")
        return [
            .text(outcome.row.name, x: Self.left - 10, y: top + 15, anchor: "end"),
            .bar(x: Self.left, y: top + 4, width: end - Self.left, height: Self.height - 8, color),
            goal.map { .line(x: $0, from: top + 1, to: top + Self.height - 1, width: 2.5, .mark) },
            .text(number, x: max(end, goal ?? 0) + 6, y: top + 15),
        ]
        .compactMap { $0 }
    }

    private func legend(top: Double) -> [Shape] {
        let words: [(String, Shape.Color)] = [("goal met", .met), ("goal missed", .missed), ("no goal", .plain)]
        let bars = words.enumerated().flatMap { index, word -> [Shape] in
            let x = Self.left + Double(index) * 110
            return [.bar(x: x, y: top + 4, width: 14, height: 10, word.1), .text(word.0, x: x + 20, y: top + 13)]
        }
        let x = Self.left + 330
        return bars + [
            .line(x: x + 7, from: top + 2, to: top + 16, width: 2.5, .mark), .text("goal", x: x + 20, y: top + 13),
        ]
    }
}

/// The positions of numbers from zero upwards.
private struct Scale {
    private let origin: Double
    private let unit: Double
    private let last: Double
    /// The whole numbers from one upwards.
    let ticks: [Double]

    /// Creates a scale that ends at the greatest number, or earlier if that would compress the others.
    init(from left: Double, to right: Double, greatest: Double) {
        last = min(greatest.rounded(.up), 6)
        origin = left
        unit = (right - left) / last
        ticks = Array(stride(from: 1, through: last, by: 1))
    }

    /// Whether a number is on the scale.
    func reaches(_ number: Double) -> Bool { number <= last }

    /// The position of a number, or the end of the scale.
    func x(_ number: Double) -> Double { origin + min(number, last) * unit }
}

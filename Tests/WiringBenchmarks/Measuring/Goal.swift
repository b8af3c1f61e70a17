/// The goal of a row.
enum Goal: Sendable, CustomStringConvertible {
    /// At most this multiple of the baseline's time.
    case atMost(Double)
    /// At least this multiple of the baseline's throughput.
    case atLeast(Double)
    /// At least the ratio of another row, which is measured with it, less ten percent.
    indirect case asMuchAs(Row)
    /// At most this many nanoseconds, whatever the baseline takes.
    case within(nanoseconds: Double)

    var description: String {
        switch self {
        case .atMost(let limit): "≤ \(decimal(limit, places: 2))"
        case .atLeast(let limit): "≥ \(decimal(limit, places: 2))"
        case .asMuchAs(let row): "≥ \(row.name)"
        case .within(let nanoseconds): "≤ \(decimal(nanoseconds, places: 0)) ns"
        }
    }

    /// The ratio that meets the goal, if the goal is a ratio.
    var ratio: Double? {
        switch self {
        case .atMost(let limit), .atLeast(let limit): limit
        case .asMuchAs, .within: nil
        }
    }

    /// The row whose ratio this one should reach.
    var other: Row? {
        if case .asMuchAs(let row) = self { row } else { nil }
    }
}

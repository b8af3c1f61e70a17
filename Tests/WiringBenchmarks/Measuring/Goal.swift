/// The goal of a row.
enum Goal: Sendable, CustomStringConvertible {
    /// At most this multiple of the baseline's time.
    case atMost(Double)
    /// At least this multiple of the baseline's throughput.
    case atLeast(Double)
    /// At most this many nanoseconds, whatever the baseline takes.
    case within(nanoseconds: Double)

    var description: String {
        switch self {
        case .atMost(let limit): "≤ \(decimal(limit, places: 2))"
        case .atLeast(let limit): "≥ \(decimal(limit, places: 2))"
        case .within(let nanoseconds): "≤ \(decimal(nanoseconds, places: 0)) ns"
        }
    }

    /// The ratio that meets the goal, if the goal is a ratio.
    var ratio: Double? {
        switch self {
        case .atMost(let limit), .atLeast(let limit): limit
        case .within: nil
        }
    }
}

/// What a row should come to.
enum Goal: Sendable, CustomStringConvertible {
    /// So many times what the baseline takes.
    case atMost(Double)
    /// So many times what the baseline gets done.
    case atLeast(Double)
    /// As great a ratio as that of another row, which is measured beside it. A tenth less counts as the same.
    indirect case asMuchAs(Row)
    /// So many nanoseconds, whatever the baseline takes.
    case within(nanoseconds: Double)

    var description: String {
        switch self {
        case .atMost(let limit): "≤ \(decimal(limit, places: 2))"
        case .atLeast(let limit): "≥ \(decimal(limit, places: 2))"
        case .asMuchAs(let row): "≥ \(row.name)"
        case .within(let nanoseconds): "≤ \(decimal(nanoseconds, places: 0)) ns"
        }
    }

    /// The ratio at which it is met, if it is one.
    var ratio: Double? {
        switch self {
        case .atMost(let limit), .atLeast(let limit): limit
        case .asMuchAs, .within: nil
        }
    }

    /// The row to whose ratio this one's is to come up.
    var other: Row? {
        if case .asMuchAs(let row) = self { row } else { nil }
    }
}

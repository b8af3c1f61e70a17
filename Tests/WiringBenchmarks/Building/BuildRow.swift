import Foundation

/// One line of the build report: a figure of a build, and the same figure for code written by hand.
struct BuildRow {
    let name: String
    let wiring: Double
    /// `nil` if there is nothing to compare with.
    let byHand: Double?
    /// The goal: the greatest allowed ratio, or the greatest allowed figure if there is no ratio.
    let limit: Double?

    var ratio: Double? { byHand.map { wiring / $0 } }

    /// Whether the goal is met, if there is one.
    var isMet: Bool? { limit.map { (ratio ?? wiring) <= $0 } }

    /// The rows of each workload, and of the library alone.
    static func all(_ workloads: [Workload], declarations: Int, rounds: Int) throws -> [BuildRow] {
        try workloads.enumerated().flatMap { index, workload in
            try BuildComparison(workload: workload, declarations: declarations, rounds: rounds)
                .rows(isOneFileMeasured: index == 0)
        } + [try library(rounds: rounds)]
    }

    /// Clean debug builds of the library.
    private static func library(rounds: Int) throws -> BuildRow {
        let seconds = try (0..<rounds).map { _ in
            try withTemporaryFolder { folder in
                let package = ["--package-path", GeneratedPackage.library, "--scratch-path", folder.path]
                return try Command(["swift", "build", "--target", "Wiring"] + package).run().wallSeconds
            }
        }
        return BuildRow(
            name: "the library alone, debug, wall s",
            wiring: median(of: seconds),
            byHand: nil,
            limit: 8
        )
    }

    static func median(of numbers: [Double]) -> Double { numbers.sorted()[(numbers.count - 1) / 2] }
}

extension Columns {
    /// A table for people.
    init(_ rows: [BuildRow]) {
        let lines = rows.map { row in
            [
                row.name,
                decimal(row.wiring),
                row.byHand.map { decimal($0) } ?? "",
                row.ratio.map { decimal($0, places: 2) } ?? "",
                row.limit.map { "≤ \(decimal($0, places: row.ratio == nil ? 0 : 2))" } ?? "",
                Self.word(for: row.isMet),
            ]
        }
        self.init([["row", "Wiring", "by hand", "ratio", "goal", "met"]] + lines, left: [0])
    }
}

extension TabSeparated {
    /// The rows of builds.
    init(_ rows: [BuildRow]) {
        self.init(
            header: ["row", "Wiring", "by hand", "ratio"],
            lines: rows.map { row in
                [
                    row.name,
                    decimal(row.wiring, places: 2),
                    row.byHand.map { decimal($0, places: 2) } ?? "-",
                    row.ratio.map { decimal($0, places: 3) } ?? "-",
                ]
            }
        )
    }
}

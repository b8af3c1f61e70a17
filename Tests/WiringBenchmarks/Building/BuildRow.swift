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
            guard workload.line == nil else { return try oneFunction(workload, rounds: rounds) }
            return try BuildComparison(workload: workload, declarations: declarations, rounds: rounds)
                .rows(isOneFileMeasured: index == 0)
        } + [library(rounds: rounds)]
    }

    /// Release builds of two programs, in which one function has a line for each of 200 and of 800 declarations.
    private static func oneFunction(_ workload: Workload, rounds: Int) throws -> [BuildRow] {
        let (few, many) = (
            try oneFunction(workload, declarations: 200, rounds: rounds),
            try oneFunction(workload, declarations: 800, rounds: rounds)
        )
        func row(_ figure: String, _ value: Double, limit: Double? = nil) -> BuildRow {
            BuildRow(name: "\(workload.name): \(figure)", wiring: value, byHand: nil, limit: limit)
        }
        return [
            row("200, release, user s", few.seconds),
            row("800, release, user s", many.seconds, limit: 5 * few.seconds),
            row("200, compiler memory, MB", few.megabytes),
            row("800, compiler memory, MB", many.megabytes, limit: 400),
        ]
    }

    /// The medians of several release builds of a program, without its dependencies.
    private static func oneFunction(
        _ workload: Workload,
        declarations: Int,
        rounds: Int
    ) throws -> (seconds: Double, megabytes: Double) {
        try withTemporaryFolder { folder in
            let package = GeneratedPackage(side: .wiring, workload: workload, declarations: declarations)
            let build = try ClientBuild(package, in: folder)
            try build.build(.release)
            let results = try (1...rounds).map { round in
                try build.rebuild(.release, comment: round, isOneFile: false)
            }
            return (median(of: results.map(\.userSeconds)), median(of: results.map(\.peakBytes)) / 1_000_000)
        }
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

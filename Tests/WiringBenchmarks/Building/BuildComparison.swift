import Foundation

/// Builds one workload for both sides, alternating between them.
struct BuildComparison {
    let workload: Workload
    let declarations: Int
    /// The number of measured builds. Each figure is their median.
    let rounds: Int

    /// Measures all figures. `isOneFileMeasured` adds a build after a change to one file.
    func rows(isOneFileMeasured: Bool) throws -> [BuildRow] {
        try withTemporaryFolder { folder in
            let builds = try workload.sides.map { side in
                try ClientBuild(
                    GeneratedPackage(side: side, workload: workload, declarations: declarations),
                    in: folder
                )
            }
            try prepare(builds, .release)
            let release = try results(of: builds, .release)
            let executables = try builds.compactMap { try $0.executable(.release) }
            let oneFile = isOneFileMeasured ? try results(of: builds, .release, isOneFile: true) : nil
            try prepare(builds, .debug)
            let debug = try results(of: builds, .debug)
            let rows = [
                row("release, user s", release, limit: 1.5, \.userSeconds),
                oneFile.flatMap { row("one file changed, release, user s", $0, limit: 1.5, \.userSeconds) },
                row("debug, user s", debug, limit: 1.5, \.userSeconds),
                row("text, kB", executables.map { [$0] }, limit: 1.6) { Double($0.text) / 1_000 },
                row(".text, kB", executables.map { [$0] }, limit: nil) { Double($0.code) / 1_000 },
                row("compiler memory, release, MB", release, limit: 1.3) { $0.peakBytes / 1_000_000 },
            ]
            return rows.compactMap { $0 }
        }
    }

    /// Builds both sides with their dependencies, and checks that their programs print the same sum.
    private func prepare(_ builds: [ClientBuild], _ configuration: ClientBuild.Configuration) throws {
        report("building \(workload.name), \(configuration)")
        let sums = try builds.map { build in
            try build.build(configuration)
            return try build.sum(configuration)
        }
        guard Set(sums).count == 1 else { throw DifferentSums(workload: workload, sums: sums) }
    }

    /// Rebuilds both sides in each round, and returns the results by side.
    private func results(
        of builds: [ClientBuild],
        _ configuration: ClientBuild.Configuration,
        isOneFile: Bool = false
    ) throws -> [[Command.Result]] {
        report("measuring \(workload.name), \(configuration)\(isOneFile ? ", one file changed" : "")")
        var results: [[Command.Result]] = builds.map { _ in [] }
        for _ in 0..<rounds {
            for (index, build) in builds.enumerated() {
                // A comment that has not been built before.
                let comment = Int.random(in: 1...Int.max)
                results[index].append(try build.rebuild(configuration, comment: comment, isOneFile: isOneFile))
            }
        }
        return results
    }

    /// A row with the medians of both sides, if both were measured.
    private func row<Value>(
        _ name: String,
        _ values: [[Value]],
        limit: Double?,
        _ figure: (Value) -> Double
    ) -> BuildRow? {
        let medians = values.map { BuildRow.median(of: $0.map(figure)) }
        guard medians.count == workload.sides.count else { return nil }
        return BuildRow(name: "\(workload.name): \(name)", wiring: medians[0], byHand: medians[1], limit: limit)
    }

    private func report(_ step: String) { FileHandle.standardError.write(Data("\(step)\n".utf8)) }
}

/// The programs of the two sides print different sums.
struct DifferentSums: Error, CustomStringConvertible {
    let workload: Workload
    let sums: [String]

    var description: String { "\(workload.name): the sums differ, \(sums.joined(separator: " and "))" }
}

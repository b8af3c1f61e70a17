import Foundation

do {
    let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
    switch arguments.mode {
    case .help:
        print(Arguments.help)
    case .counts:
        printCounts(try Count.all())
    case .buildCounts:
        printCounts(try Count.builds())
    case .builds:
        let rows = try BuildRow.all(
            arguments.workloads,
            declarations: arguments.declarations,
            rounds: arguments.rounds ?? Arguments.buildRounds
        )
        print(arguments.isTabSeparated ? TabSeparated(rows).text : Columns(rows).lines.joined(separator: "\n"))
    case .instructions(let row):
        let comparison = row.prepare()
        try (arguments.isBaseline ? comparison.baseline : comparison.subject)[0].run(iterations: arguments.iterations)
    case .times:
        let outcomes = try Stopwatch(rounds: arguments.rounds ?? Arguments.timeRounds).outcomes(of: arguments.rows)
        let report =
            arguments.isTabSeparated
            ? TabSeparated(outcomes).text : Table(outcomes: outcomes, counts: try Count.all()).text
        print(report)
        if let plot = arguments.plot { try write(Chart(outcomes: outcomes).svg, to: plot) }
    }
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(error is InvalidArguments ? EX_USAGE : EXIT_FAILURE)
}

/// Prints counts. Fails if one exceeds its limit.
private func printCounts(_ counts: [Count]) {
    print(TabSeparated(counts).text)
    if counts.contains(where: { $0.isMet == false }) { exit(EXIT_FAILURE) }
}

/// Writes a file, or throws an error that names it.
private func write(_ text: String, to path: String) throws(UnwritableFile) {
    do {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
        throw UnwritableFile(path: path)
    }
}

/// A file cannot be written.
private struct UnwritableFile: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path) cannot be written" }
}

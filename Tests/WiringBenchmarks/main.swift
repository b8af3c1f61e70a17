import Foundation

do {
    let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
    if arguments.isHelp {
        print(Arguments.help)
    } else {
        let stopwatch = Stopwatch(rounds: arguments.rounds)
        let results = try arguments.rows.map { Result(row: $0, measurement: try stopwatch.measure($0)) }
        print(arguments.isTabSeparated ? TabSeparated(results: results).text : Table(results: results).text)
    }
} catch {
    FileHandle.standardError.write(Data("error: \(error)\n".utf8))
    exit(error is WrongArguments ? EX_USAGE : EXIT_FAILURE)
}

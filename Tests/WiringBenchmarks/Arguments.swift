/// The parsed command line.
struct Arguments {
    /// What the program does.
    enum Mode {
        /// Prints the usage.
        case help
        /// Measures rows.
        case times
        /// Counts allocations and instances.
        case counts
        /// Runs one row's operation, or its baseline, for a tool that counts instructions.
        case instructions(Row)
        /// Measures builds of generated programs.
        case builds
        /// Counts what a declaration adds to a program.
        case buildCounts
    }

    /// The default number of rounds for times and for builds.
    static let (timeRounds, buildRounds) = (61, 1)

    private typealias Words = IndexingIterator<[String]>

    var mode = Mode.times
    var rows = Row.all
    /// The number of rounds, if given.
    var rounds: Int?
    /// The number of iterations whose instructions are counted.
    var iterations = 100_000
    /// Whether the baseline runs instead.
    var isBaseline = false
    var isTabSeparated = false
    /// The file for a chart of the ratios.
    var plot: String?
    /// The number of declarations in a generated program.
    var declarations = 1_000
    /// The programs to build.
    var workloads = [Workload.chains(of: 5), .chains(of: 50), .longFunctions, .wired] + Workload.oneFunction

    init() {}

    /// Parses the arguments after the program's name.
    init(_ words: [String]) throws(InvalidArguments) {
        let given = words
        var words = words.makeIterator()
        while let word = words.next() {
            switch word {
            case "--filter": try filter(by: try value(of: word, in: &words))
            case "--rounds": rounds = try number(of: word, in: &words)
            case "--tsv": isTabSeparated = true
            case "--plot": plot = try value(of: word, in: &words)
            case "--counts": mode = .counts
            case "--instructions": mode = .instructions(try row(named: try value(of: word, in: &words)))
            case "--baseline": isBaseline = true
            case "--iterations": iterations = try number(of: word, in: &words)
            case "--build": mode = .builds
            case "--build-counts": mode = .buildCounts
            case "--declarations": declarations = try number(of: word, in: &words)
            case "--chains": workloads = [.chains(of: try number(of: word, in: &words))]
            case "--one-function": workloads = Workload.oneFunction
            case "--help", "-h":
                mode = .help
                return
            default: throw InvalidArguments("unknown option \(word)")
            }
        }
        try check(given)
    }

    /// Rejects options that would have no effect.
    private func check(_ given: [String]) throws(InvalidArguments) {
        let times = ["--filter", "--rounds", "--tsv", "--plot"]
        let run = ["--baseline", "--iterations"]
        let build = ["--declarations", "--chains", "--one-function"]
        let (mode, others): (String, [String]) =
            switch mode {
            case .help: ("--help", [])
            case .times: ("the measurement of times", run + build)
            case .counts: ("--counts", run + build + times)
            case .instructions: ("--instructions", build + times)
            case .builds: ("--build", run + ["--filter", "--plot"])
            case .buildCounts: ("--build-counts", run + build + times)
            }
        if let option = others.first(where: { given.contains($0) }) {
            throw InvalidArguments("\(option) cannot be combined with \(mode)")
        }
    }

    private mutating func filter(by text: String) throws(InvalidArguments) {
        rows.removeAll { !$0.name.contains(text) }
        if rows.isEmpty { throw InvalidArguments("no row's name contains \"\(text)\"") }
    }

    private func row(named name: String) throws(InvalidArguments) -> Row {
        guard let row = Row.all.first(where: { $0.name == name }) else {
            throw InvalidArguments("there is no row named \"\(name)\"")
        }
        return row
    }

    private func value(of option: String, in words: inout Words) throws(InvalidArguments) -> String {
        guard let word = words.next() else { throw InvalidArguments("\(option) needs a value") }
        return word
    }

    private func number(of option: String, in words: inout Words) throws(InvalidArguments) -> Int {
        let word = try value(of: option, in: &words)
        guard let number = Int(word), number > 0 else {
            throw InvalidArguments("\(option) needs a whole number above zero, not \"\(word)\"")
        }
        return number
    }
}

/// The command line is invalid.
struct InvalidArguments: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

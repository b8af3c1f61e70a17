/// What the command line asks for.
struct Arguments {
    static let help = """
        usage: wiring-benchmarks [--filter TEXT] [--rounds N] [--tsv]

        Measures what Wiring does beside the same by hand, in nanoseconds. Run it in a release build:
        swift run -c release wiring-benchmarks

          --filter TEXT  only the rows whose names contain TEXT
          --rounds N     so many rounds of each row (\(Arguments().rounds))
          --tsv          fields divided by tabs: row, ns, baseline ns, ratio
          --help         this text
        """

    private typealias Words = IndexingIterator<[String]>

    var rows = Row.all
    var rounds = 61
    var isTabSeparated = false
    var isHelp = false

    init() {}

    /// Reads the words after the program's name.
    init(_ words: [String]) throws(WrongArguments) {
        var words = words.makeIterator()
        while let word = words.next() {
            switch word {
            case "--filter": try filter(by: try value(of: word, in: &words))
            case "--rounds": rounds = try number(of: word, in: &words)
            case "--tsv": isTabSeparated = true
            case "--help", "-h": isHelp = true
            default: throw WrongArguments("there is no option \(word)")
            }
        }
    }

    private mutating func filter(by text: String) throws(WrongArguments) {
        rows.removeAll { !$0.name.contains(text) }
        if rows.isEmpty { throw WrongArguments("no row's name contains \"\(text)\"") }
    }

    private func value(of option: String, in words: inout Words) throws(WrongArguments) -> String {
        guard let word = words.next() else { throw WrongArguments("\(option) needs a value") }
        return word
    }

    private func number(of option: String, in words: inout Words) throws(WrongArguments) -> Int {
        let word = try value(of: option, in: &words)
        guard let number = Int(word), number > 0 else {
            throw WrongArguments("\(option) needs a whole number above zero, not \"\(word)\"")
        }
        return number
    }
}

/// The command line cannot be understood.
struct WrongArguments: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

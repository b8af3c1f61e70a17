extension Arguments {
    /// The text that `--help` prints.
    static let help = """
        usage: wiring-benchmarks [--filter TEXT] [--rounds N] [--tsv] [--plot FILE.svg]
               wiring-benchmarks --counts
               wiring-benchmarks --instructions ROW [--baseline] [--iterations N]
               wiring-benchmarks --build [--declarations N] [--chains N] [--one-function] [--rounds N] [--tsv]
               wiring-benchmarks --build-counts

        Compares Wiring with the same code written by hand. Run it in a release build:
        swift run -c release wiring-benchmarks

          --filter TEXT       only the rows whose names contain TEXT
          --rounds N          measures N rounds of each row, instead of \(Arguments.timeRounds), or \(Arguments.buildRounds) for builds
          --tsv               prints fields separated by tabs: row, ns, baseline ns, ratio
          --plot FILE.svg     also draws the ratios
          --counts            counts allocations and instances instead, and prints name, count and
                              goal; fails if a count exceeds its goal
          --instructions ROW  runs only ROW's loop, for a tool that counts instructions
          --baseline          runs the loop of ROW's baseline instead
          --iterations N      runs the loop N times, instead of \(Arguments().iterations)
          --build             measures builds of generated programs, which takes minutes
          --declarations N    generates N declarations, instead of \(Arguments().declarations)
          --chains N          builds only one program, with dependency chains of N declarations
          --one-function      builds only the programs in which one function has a line for each of 200 and of 800 declarations
          --build-counts      counts what a declaration adds to a program, like --counts
          --help              prints this text

        Times are medians over all rounds, per iteration. A ratio is the time divided by the baseline's
        time; for two threads it is their throughput divided by the baseline's.

        A measured build rebuilds only the program, after a change to its comments. Its time is the user
        time of all processes, its memory is the peak of the largest process, and text is what size(1)
        reports as text.
        """
}

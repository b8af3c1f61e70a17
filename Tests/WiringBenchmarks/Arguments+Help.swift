extension Arguments {
    /// What `--help` prints.
    static let help = """
        usage: wiring-benchmarks [--filter TEXT] [--rounds N] [--tsv] [--plot FILE.svg]
               wiring-benchmarks --counts
               wiring-benchmarks --instructions ROW [--baseline] [--iterations N]
               wiring-benchmarks --build [--declarations N] [--chains N] [--rounds N] [--tsv]
               wiring-benchmarks --build-counts

        Measures what Wiring does beside the same by hand, in a release build:
        swift run -c release wiring-benchmarks

          --filter TEXT       only the rows whose names contain TEXT
          --rounds N          so many rounds of each row, instead of \(Arguments.timeRounds), or \(Arguments.buildRounds) for builds
          --tsv               fields divided by tabs: row, ns, baseline ns, ratio
          --plot FILE.svg     also draws the ratios
          --counts            counts allocations and instances instead, as name, count and the greatest
                              that is allowed; fails if one is above it
          --instructions ROW  only runs ROW's loop, for a tool that counts instructions
          --baseline          runs its baseline's instead
          --iterations N      so many times, instead of \(Arguments().iterations)
          --build             measures what it takes to build generated programs, which takes minutes
          --declarations N    with so many declarations, instead of \(Arguments().declarations)
          --chains N          only one program, in which chains of N declarations need each other
          --build-counts      counts what a declaration adds to a program, like --counts
          --help              this text

        Times are the medians of all rounds, for one iteration. A ratio is time by baseline time; for two
        threads it is what they get done by what one does.

        A build is one of the program alone, after a change of its comments. Its time is the user time of
        all processes, its memory the peak of the largest one, and text is what size(1) calls text.
        """
}

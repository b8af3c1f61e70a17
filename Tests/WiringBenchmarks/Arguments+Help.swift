extension Arguments {
    /// What `--help` prints.
    static let help = """
        usage: wiring-benchmarks [--filter TEXT] [--rounds N] [--tsv] [--plot FILE.svg]
               wiring-benchmarks --counts
               wiring-benchmarks --instructions ROW [--baseline] [--iterations N]

        Measures what Wiring does beside the same by hand, in a release build:
        swift run -c release wiring-benchmarks

          --filter TEXT       only the rows whose names contain TEXT
          --rounds N          so many rounds of each row, instead of \(Arguments().rounds)
          --tsv               fields divided by tabs: row, ns, baseline ns, ratio
          --plot FILE.svg     also draws the ratios
          --counts            counts allocations and instances instead, as name, count and the greatest
                              that is allowed; fails if one is above it
          --instructions ROW  only runs ROW's loop, for a tool that counts instructions
          --baseline          runs its baseline's instead
          --iterations N      so many times, instead of \(Arguments().iterations)
          --help              this text

        Times are the medians of all rounds, for one iteration. A ratio is time by baseline time; for two
        threads it is what they get done by what one does.
        """
}

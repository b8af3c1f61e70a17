extension Count {
    /// The limits for each declaration, in a release build for x86-64 on Linux.
    private struct Limits {
        /// Bytes of code and read-only data.
        let text: Int
        /// Bytes of code alone.
        let code: Int
        /// Functions of the library that the compiler specializes for the declared type.
        let functions: Int

        /// The limits of a side; `nil` for code that is written by hand.
        static func of(_ side: Side) -> Limits? {
            switch side {
            case .wiring: Limits(text: 1_310, code: 880, functions: 0)
            // Four of five declarations name another one.
            case .wired: Limits(text: 2_510, code: 1_845, functions: 3)
            case .byHand: nil
            }
        }
    }

    /// What one more declaration adds to a program, with Wiring and by hand.
    ///
    /// This is the difference between two programs, so neither the library nor the rest of the program counts.
    static func builds() throws -> [Count] {
        // The compiler treats the last files of a program differently, so the smaller program has more than one.
        let (few, more) = (100, 150)
        return try Side.allCases.flatMap { side in
            let programs = try withTemporaryFolder { folder in
                try [few, more].map { declarations in
                    // The second program replaces the first, so their dependencies are built once.
                    let package = GeneratedPackage(side: side, workload: .chains(of: 5), declarations: declarations)
                    let build = try ClientBuild(package, in: folder)
                    try build.build(.release)
                    return try build.executable(.release)
                }
            }
            func count(_ name: String, _ figure: (Executable) -> Int, limit: Int?) -> Count {
                let numbers = programs.compactMap { $0 }.map(figure)
                let number = numbers.count == 2 ? Double(numbers[1] - numbers[0]) / Double(more - few) : nil
                return Count(name: "\(name) for each declaration, \(side.rawValue)", number: number, goal: limit)
            }
            let limits = Limits.of(side)
            return [
                count("bytes of text", \.text, limit: limits?.text),
                count("bytes of .text", \.code, limit: limits?.code),
                count("specialized functions", \.specializations, limit: limits?.functions),
            ]
        }
    }
}

extension Executable {
    /// The number of functions that are specializations of the library's generic functions.
    fileprivate var specializations: Int {
        // The mangled name of a specialization ends with Tg, TG or TB, with letters for what it omits, and may have a suffix. The
        // fast path extends `Unmanaged`.
        functions.count {
            ($0.hasPrefix("$s6Wiring") || $0.hasPrefix("$ss9UnmanagedV6Wiring")) && $0.contains(/T(t\d*)?[gGB]q?\d/)
        }
    }
}

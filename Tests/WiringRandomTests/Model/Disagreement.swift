/// A program for which the library and the model differ.
struct Disagreement: CustomStringConvertible, Sendable {
    var program: Program
    var library: [Event]
    var model: [Event]

    /// Runs a program with the library and the model.
    ///
    /// A program ends before an operation with an unspecified result.
    ///
    /// - Returns: The program up to where they differ, or `nil` if they do not.
    ///
    /// This waits for tasks, so call it on a thread that runs none.
    static func find(
        in program: Program,
        mistake: Mistake? = nil,
        patience: Duration = .seconds(60)
    ) -> Disagreement? {
        let library = LibrarySubject(program, patience: patience)
        let model = ModelSubject(program, mistake: mistake)
        for (index, operation) in program.operations.enumerated() {
            let expected = model.perform(operation)
            if model.isUnspecified {
                var program = program
                program.operations = Array(program.operations[..<index])
                return find(in: program, mistake: mistake, patience: patience)
            }
            let seen = library.perform(operation, expecting: expected)
            guard seen != expected else { continue }
            var program = program
            program.operations = Array(program.operations[...index])
            return Disagreement(program: program, library: seen, model: expected)
        }
        let expected = model.end()
        let seen = library.end(expecting: expected)
        // Neither holds anything any more.
        guard seen != expected || expected.last != .alive(0, containers: 0) else { return nil }
        return Disagreement(program: program, library: seen, model: expected)
    }

    /// The same disagreement, with the shortest program that shows it.
    func shrunk(mistake: Mistake? = nil) -> Disagreement {
        let patience = Duration.milliseconds(100)
        var shortest = self
        _ = program.shrunk { program in
            guard let found = Disagreement.find(in: program, mistake: mistake, patience: patience) else { return false }
            shortest = found
            return true
        }
        return shortest
    }

    var description: String {
        """
        \(program)
        the library: \(library.map { "\($0)" }.joined(separator: ", "))
        the model:   \(model.map { "\($0)" }.joined(separator: ", "))
        """
    }
}

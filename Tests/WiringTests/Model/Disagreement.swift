/// A program for which the library and the model differ.
struct Disagreement: CustomStringConvertible {
    var program: Program
    var library: [Event]
    var model: [Event]

    /// Runs a program with the library and the model.
    ///
    /// - Returns: The program up to where they differ, or `nil` if they do not.
    static func find(in program: Program, mistake: Mistake? = nil) -> Disagreement? {
        let library = LibrarySubject(program)
        let model = ModelSubject(program, mistake: mistake)
        for (index, operation) in program.operations.enumerated() {
            let (seen, expected) = (library.perform(operation), model.perform(operation))
            guard seen != expected else { continue }
            var program = program
            program.operations = Array(program.operations[...index])
            return Disagreement(program: program, library: seen, model: expected)
        }
        // Neither holds anything any more.
        let (left, expected) = (library.end(), model.end())
        guard left != 0 || expected != 0 else { return nil }
        return Disagreement(program: program, library: [.alive(left)], model: [.alive(expected)])
    }

    /// The same disagreement, with the shortest program that shows it.
    func shrunk(mistake: Mistake? = nil) -> Disagreement {
        let short = program.shrunk { Disagreement.find(in: $0, mistake: mistake) != nil }
        return Disagreement.find(in: short, mistake: mistake) ?? self
    }

    var description: String {
        """
        \(program)
        the library: \(library.map { "\($0)" }.joined(separator: ", "))
        the model:   \(model.map { "\($0)" }.joined(separator: ", "))
        """
    }
}

/// How the declarations of a generated program depend on each other, and which functions resolve them.
struct Workload {
    let name: String
    /// The number of declarations in a chain, in which each needs the next.
    let chain: Int
    /// The number of declarations that one function resolves.
    let declarationsPerFunction: Int
    /// What one function does with all declarations; `nil` if functions resolve them.
    var line: Line?
    /// The ways to write it that are compared.
    var sides = [Side.wiring, .byHand]

    /// Chains of `length` declarations. One function resolves one declaration twice.
    static func chains(of length: Int) -> Workload {
        Workload(name: "chains of \(length)", chain: length, declarationsPerFunction: 1)
    }

    /// Chains of five with `wire`, compared with closures.
    static let wired = Workload(
        name: "chains of 5, wire and closures",
        chain: 5,
        declarationsPerFunction: 1,
        sides: [.wired, .wiring]
    )

    /// Chains of five. One function resolves fifty declarations once, and another resolves them again.
    static let longFunctions = Workload(name: "functions of 50", chain: 5, declarationsPerFunction: 50)

    /// Programs in which one function has a line for each declaration.
    static let oneFunction = Line.allCases.map { line in
        Workload(
            name: "\(line.rawValue)s in one function",
            chain: 1,
            declarationsPerFunction: .max,
            line: line,
            sides: [.wiring]
        )
    }

    /// What a line of a function does with a declaration.
    enum Line: String, CaseIterable {
        case registration
        case override
        case resolution

        func statement(_ index: Int) -> String {
            switch self {
            case .registration: "container.s\(index).register { C\(index)() }"
            case .override: "container.s\(index).override { C\(index)() }"
            case .resolution: "sum += container.s\(index)().number"
            }
        }
    }
}

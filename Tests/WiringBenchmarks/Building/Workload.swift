/// How the declarations of a generated program depend on each other, and which functions resolve them.
struct Workload {
    let name: String
    /// How many declarations make a chain, in which each needs the next.
    let chain: Int
    /// How many declarations one function resolves.
    let declarationsPerFunction: Int

    /// Chains of so many declarations. One function resolves one declaration twice.
    static func chains(of length: Int) -> Workload {
        Workload(name: "chains of \(length)", chain: length, declarationsPerFunction: 1)
    }

    /// Chains of five. One function resolves fifty declarations once, and another resolves them again.
    static let longFunctions = Workload(name: "functions of 50", chain: 5, declarationsPerFunction: 50)
}

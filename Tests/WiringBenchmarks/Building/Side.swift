/// A way to write the same program.
enum Side: String, CaseIterable {
    case wiring = "Wiring"
    /// A declaration that needs another names it with `wire`.
    case wired = "Wiring, wire"
    case byHand = "by hand"

    /// The module that each file of the program imports.
    var module: String {
        switch self {
        case .wiring, .wired: "Wiring"
        case .byHand: "Synchronization"
        }
    }

    /// A declaration on the container: `s1`, which makes a `P1`.
    ///
    /// - Parameter next: The declaration that it needs, if it needs one.
    func declaration(_ index: Int, isCached: Bool, needing next: Int?) -> String {
        let expression = next.map { "C\(index)(next: self.s\($0)())" } ?? "C\(index)()"
        let wire = self == .wired ? next.map { next in "wire(C\(index).init) { $0.s\(next) }" } : nil
        switch self {
        case .wiring, .wired:
            return """
                extension Container {
                    var s\(index): Factory<any P\(index)> { \(wire ?? "self { \(expression) }")\(isCached ? ".cached" : "") }
                }
                """
        case .byHand where isCached:
            return """
                extension Container {
                    func s\(index)() -> any P\(index) {
                        slot\(index).withLock { slot in
                            if let instance = slot { return instance }
                            let instance: any P\(index) = \(expression)
                            slot = instance
                            return instance
                        }
                    }
                }
                """
        case .byHand:
            return """
                extension Container {
                    func s\(index)() -> any P\(index) { \(expression) }
                }
                """
        }
    }

    /// The container itself, if the library does not declare it.
    func container(caching indices: some Sequence<Int>) -> String {
        switch self {
        case .wiring, .wired: ""
        case .byHand:
            """
            final class Container: Sendable {
            \(indices.map { "    let slot\($0) = Mutex<(any P\($0))?>(nil)" }.joined(separator: "\n"))
                static let shared = Container()
            }

            """
        }
    }
}

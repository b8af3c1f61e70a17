/// One of two ways to write the same program.
enum Side: String, CaseIterable {
    case wiring = "Wiring"
    case byHand = "by hand"

    /// The module that each file of the program imports.
    var module: String {
        switch self {
        case .wiring: "Wiring"
        case .byHand: "Synchronization"
        }
    }

    /// A declaration on the container: `s1`, which makes a `P1`.
    func declaration(_ index: Int, isCached: Bool, making expression: String) -> String {
        switch self {
        case .wiring:
            """
            extension Container {
                var s\(index): Factory<any P\(index)> { self { \(expression) }\(isCached ? ".cached" : "") }
            }
            """
        case .byHand where isCached:
            """
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
            """
            extension Container {
                func s\(index)() -> any P\(index) { \(expression) }
            }
            """
        }
    }

    /// The container itself, if the library does not declare it.
    func container(caching indices: some Sequence<Int>) -> String {
        switch self {
        case .wiring: ""
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

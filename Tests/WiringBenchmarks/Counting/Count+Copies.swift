import BenchmarkCounters
import Wiring

extension Container {
    /// Declarations on separate lines.
    fileprivate func declared(_ number: Int) -> Factory<Service> {
        Factory(self, key: "declared", line: UInt(number)) { Service() }.cached
    }

    fileprivate func change(_ number: Int) {
        declared(number).override { Service() }
        consume(declared(number)())
    }
}

extension Count {
    /// The bytes of each of a thousand copies of a container of 1,000 declarations, which are overridden and stored. Each copy changes
    /// another declaration.
    static func copies() -> [Count] {
        bytes("copy that changes one of 1,000") { original, count, whileHeld in
            let copies = Container.$shared.withValue(original) {
                (0..<count).map { number in
                    withContainer {
                        $0.change(number)
                    } operation: {
                        Container.shared
                    }
                }
            }
            withExtendedLifetime(copies, whileHeld)
        }
            + bytes("push before a change of one of 1,000") { original, count, whileHeld in
                for number in 0..<count {
                    original.manager.push()
                    original.change(number)
                }
                whileHeld()
                for _ in 0..<count { original.manager.pop() }
            }
    }

    /// The bytes in use while copies of a container exist, and those that stay.
    private static func bytes(
        _ name: String,
        while hold: (_ original: Container, _ count: Int, _ whileHeld: () -> Void) -> Void
    ) -> [Count] {
        let copies = 1_000
        func original() -> Container {
            let container = Container()
            for number in 0..<1_000 { container.change(number) }
            return container
        }
        // Blocks that a thread has freed, and keeps for itself, count as in use: a few of each size. After this, it has them.
        hold(original(), copies) {}
        let container = original()
        hold(container, 16) {}
        let before = benchmark_bytes_in_use()
        var during = before
        hold(container, copies) { during = benchmark_bytes_in_use() }
        let after = benchmark_bytes_in_use()
        withExtendedLifetime(container) {}
        func count(_ name: String, _ bytes: Int64, goal: Int) -> Count {
            let number = before < 0 ? nil : Double(bytes) / Double(copies)
            return Count(name: name, number: number, goal: isDebugBuild ? nil : goal)
        }
        return [
            count("bytes, \(name)", during - before, goal: 2_048),
            // If each left the smallest block, that would be 32.
            count("bytes that stay, \(name)", after - before, goal: 8),
        ]
    }
}

import Synchronization
import Wiring

extension Row {
    /// A change to a declaration that other threads resolve continuously.
    static let busyReaders = [1, 2, 4].flatMap { [registerBeside($0), resetBeside($0)] }

    private static func registerBeside(_ readers: Int) -> Row {
        latency("register beside \(readers) busy") {
            let (container, byHand) = (Container(), MutexContainer())
            return compare(
                readers,
                { container.busy.register { Plain() } },
                { consume(container.busy()) },
                { byHand.register { Plain() } },
                { consume(byHand.service()) }
            )
        }
    }

    private static func resetBeside(_ readers: Int) -> Row {
        latency("reset beside \(readers) busy") {
            let (container, byHand) = (Container(), MutexContainer())
            return compare(
                readers,
                { container.manager.reset(options: .scope) },
                { consume(container.busy()) },
                { byHand.reset() },
                { consume(byHand.service()) }
            )
        }
    }

    private static func compare(
        _ readers: Int,
        _ write: @escaping @Sendable () -> Void,
        _ read: @escaping @Sendable () -> Void,
        _ writeByHand: @escaping @Sendable () -> Void,
        _ readByHand: @escaping @Sendable () -> Void
    ) -> Comparison {
        func operation(_ body: @escaping @Sendable () -> Void) -> Operation {
            Operation(instances: 0) { for _ in 0..<$0 { body() } }
        }
        return Comparison(
            subject: [operation(write)] + Array(repeating: operation(read), count: readers),
            baseline: [operation(writeByHand)] + Array(repeating: operation(readByHand), count: readers)
        )
    }

    private static func latency(_ name: String, prepare: @escaping @Sendable () -> Comparison) -> Row {
        Row(name, against: "container behind a Mutex", quantity: .latency, goal: .atMost(2), prepare: prepare)
    }
}

extension Container {
    fileprivate var busy: Factory<Plain> { self { Plain() }.cached }
}

/// Readers create an unpredictable number of these, so they are not counted.
private final class Plain: Sendable {}

/// Closures and instances of declarations behind one lock.
private final class MutexContainer: Sendable {
    private struct Entry {
        var make: @Sendable () -> Plain = { Plain() }
        var instance: Plain?
    }

    private let entries = Mutex<[UInt: Entry]>([1: Entry()])

    func register(_ make: @escaping @Sendable () -> Plain) {
        _ = entries.withLock { entries in
            let old = entries[1]
            entries[1] = Entry(make: make)
            return old
        }
    }

    func reset() {
        _ = entries.withLock { entries in
            let old = entries
            for key in entries.keys { entries[key]?.instance = nil }
            return old
        }
    }

    func service() -> Plain {
        entries.withLock { entries in
            if let instance = entries[1]?.instance { return instance }
            let made = entries[1]?.make() ?? Plain()
            entries[1]?.instance = made
            return made
        }
    }
}

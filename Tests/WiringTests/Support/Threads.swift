import Foundation
import Synchronization

/// Runs `body` on so many threads at once, each with its number, and returns when all have ended.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let ended = DispatchSemaphore(value: 0)
    for number in 0..<count {
        let thread = Thread {
            body(number)
            ended.signal()
        }
        thread.start()
    }
    for _ in 0..<count { ended.wait() }
}

/// Holds threads back until so many have arrived.
final class Barrier: Sendable {
    private let missing: Mutex<Int>
    private let open = Gate()

    init(_ count: Int) { missing = Mutex(count) }

    func arrive() {
        let isLast = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if isLast { open.open() }
        open.pass()
    }
}

/// Holds threads back until it is opened; then it stays open.
final class Gate: Sendable {
    private let condition = DispatchSemaphore(value: 0)

    func open() { condition.signal() }

    func pass() {
        condition.wait()
        condition.signal()
    }
}

/// Counts from several threads.
final class Counter: Sendable {
    private let value = Atomic<Int>(0)

    var count: Int { value.load(ordering: .sequentiallyConsistent) }

    @discardableResult
    func increment() -> Int { value.add(1, ordering: .sequentiallyConsistent).newValue }
}

/// Collects values from several threads.
final class Collection<Value: Sendable>: Sendable {
    private let collected = Mutex<[Value]>([])

    var values: [Value] { collected.withLock { $0 } }

    func add(_ value: Value) { collected.withLock { $0.append(value) } }
}

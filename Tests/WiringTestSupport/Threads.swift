import Foundation

/// Runs `body` on `count` threads at once, each with its number, and returns when all have ended.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
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

/// Yields while a condition holds, but not without end: in a loaded process, the thread that ends it may not run for a while.
///
/// - Parameter body: Runs before each yield.
package func yieldOften(while condition: () -> Bool, _ body: () -> Void = {}) async {
    var count = 0
    while condition(), count < 50_000, !Task.isCancelled {
        body()
        await Task.yield()
        count += 1
    }
}

/// Runs `body` on a thread of its own, which it may block without blocking tasks.
package func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    // The thread sanitizer does not see that a continuation which is resumed early hands a result over.
    let result = Locked<Result?>(nil)
    await withCheckedContinuation { continuation in
        let thread = Thread {
            let output = body()
            result.withLock { $0 = output }
            continuation.resume()
        }
        thread.stackSize = 8 << 20
        thread.start()
    }
    return result.withLock { $0.take()! }
}

/// Blocks threads until `count` of them have arrived.
package final class Barrier: Sendable {
    private let missing: Locked<Int>
    private let open = Gate()

    package init(_ count: Int) { missing = Locked(count) }

    package func arrive() {
        let isLast = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if isLast { open.open() }
        open.pass()
    }
}

/// Blocks threads until it is opened. It then stays open.
package final class Gate: Sendable {
    private let condition = DispatchSemaphore(value: 0)

    package init() {}

    package func open() { condition.signal() }

    package func pass() {
        condition.wait()
        condition.signal()
    }
}

/// A value behind a lock that the thread sanitizer understands. The sanitizer does not see the hand-over of a contended
/// `Mutex`.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    // SAFETY: The value is accessed only under the lock.
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}

/// Counts from several threads.
package final class Counter: Sendable {
    private let value = Locked(0)

    package init() {}

    package var count: Int { value.withLock { $0 } }

    @discardableResult
    package func increment() -> Int {
        value.withLock { value in
            value += 1
            return value
        }
    }
}

/// Collects values from several threads.
package final class Collection<Value: Sendable>: Sendable {
    private let collected = Locked<[Value]>([])

    package init() {}

    package var values: [Value] { collected.withLock(\.self) }

    package func add(_ value: Value) { collected.withLock { $0.append(value) } }

    package func removeAll() { collected.withLock { $0 = [] } }
}

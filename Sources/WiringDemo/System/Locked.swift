import Foundation

/// A value behind a lock.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    // SAFETY: The value is reached only under the lock.
    private var value: Value
    // Not a `Mutex`: on Linux, the thread sanitizer does not see how the kernel hands over one that threads contend for.
    private let lock = NSLock()

    package init(_ value: Value) { self.value = value }

    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&value) } }
}

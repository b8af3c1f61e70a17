/// An object that runs a closure in its `deinit`.
package final class DeinitAction: Sendable {
    private let action: @Sendable () -> Void

    package init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    deinit { action() }
}

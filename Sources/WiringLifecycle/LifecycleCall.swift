import Wiring

/// A call of a hook under way, which the tasks that the hook starts inherit.
///
/// Within a hook, waiting for what waits for that hook would not end.
final class LifecycleCall: Sendable {
    @TaskLocal private static var current: LifecycleCall?

    /// The instance; `nil` when the call has ended.
    private let node: Protected<LifecycleNode?>
    /// The call that this one is part of.
    private let outer: LifecycleCall?

    private init(_ node: LifecycleNode) {
        self.node = Protected(node)
        outer = Self.underway.first { _ in true }?.call
    }

    /// Calls a hook.
    static func run(_ node: LifecycleNode, _ hook: () async throws -> Void) async rethrows {
        let call = LifecycleCall(node)
        defer { _ = call.node.withLock { $0.take() } }
        try await $current.binding(call, hook)
    }

    /// The calls under way that this task is part of, the innermost first, and their instances.
    private static var underway: some Sequence<(call: LifecycleCall, node: LifecycleNode)> {
        // Not an array: the task of a request is part of the server's `onRun`, and asks at each wait.
        sequence(state: current) { next in
            while let call = next {
                next = call.outer
                if let node = call.node.withLock(\.self) { return (call, node) }
            }
            return nil
        }
    }

    /// The instances in whose hooks this task is.
    static var instances: [LifecycleNode] { underway.map(\.node) }

    /// Whether this task is part of a hook of a lifecycle, or of that of a child, which it stops.
    static func isWithin(_ lifecycle: Lifecycle) -> Bool {
        underway.contains { _, node in node.owner?.isPart(of: lifecycle) ?? false }
    }

    /// Whether this task is part of a hook of an instance that belongs to a child or its own children.
    static func isWithin(child: UInt64) -> Bool { underway.contains { $0.node.containers.contains(child) } }

    /// The instances whose starts this task is part of.
    static var starting: [LifecycleNode] { underway.compactMap { $0.node.isStarting ? $0.node : nil } }
}

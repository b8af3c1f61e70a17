import Wiring

/// A call of a hook under way, which the tasks that the hook starts inherit.
///
/// Within a hook, waiting for the lifecycle of that hook would not end.
final class LifecycleCall: Sendable {
    @TaskLocal private static var current: LifecycleCall?

    /// Identifies the lifecycle. It is not retained: a task may outlive it.
    private let lifecycle: ObjectIdentifier
    /// The numbers of the parents of its container.
    private let parents: ArraySlice<UInt64>
    /// The instance; `nil` when the call has ended.
    private let node: Protected<LifecycleNode?>
    /// The call within which this lifecycle was started.
    private let outer: LifecycleCall?

    private init(_ node: LifecycleNode, _ lifecycle: Lifecycle) {
        self.lifecycle = ObjectIdentifier(lifecycle)
        parents = lifecycle.containers.dropFirst()
        self.node = Protected(node)
        outer = Self.underway.first { _ in true }?.call
    }

    /// Calls a hook.
    static func run(_ node: LifecycleNode, _ lifecycle: Lifecycle, _ hook: () async throws -> Void) async rethrows {
        let call = LifecycleCall(node, lifecycle)
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

    /// The instances of a lifecycle in whose hooks this task is.
    static func callers(in lifecycle: Lifecycle) -> [LifecycleNode] {
        underway.filter { $0.call.lifecycle == ObjectIdentifier(lifecycle) }.map(\.node)
    }

    /// Whether this task is part of a hook of a lifecycle, or of that of a child, which it stops.
    ///
    /// - Parameter child: The number of a child, for hooks of instances that belong to it or to its own children.
    static func isWithin(_ lifecycle: Lifecycle, child: UInt64? = nil) -> Bool {
        underway.contains { call, node in
            let isOwn = call.lifecycle == ObjectIdentifier(lifecycle)
            guard let child else { return isOwn || call.parents.contains(lifecycle.containers[0]) }
            return isOwn && node.containers.contains(child)
        }
    }

    /// The instances whose starts this task is part of.
    static var starting: [LifecycleNode] { underway.compactMap { $0.node.isStarting ? $0.node : nil } }
}

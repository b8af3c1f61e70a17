/// Gives a task its own instances of the singleton scopes that a program has made itself.
///
/// ``Scope/singleton`` needs none of it: it is task-local.
package final class SingletonIsolation: Sendable {
    @TaskLocal package static var current: SingletonIsolation?

    private struct Twin {
        /// Kept, so that no other scope can have its address.
        let original: Scope.Singleton
        let twin: Scope.Singleton
    }

    private let isInheriting: Bool
    private let twins = Protected<[ObjectIdentifier: Twin]>([:])

    /// - Parameter isInheriting: Whether the instances there are now are the task's at first, or none is.
    package init(isInheriting: Bool) { self.isInheriting = isInheriting }

    /// The scope that stands for another.
    func twin(of scope: Scope.Singleton) -> Scope.Singleton {
        if let found = twins.withLock({ $0[ObjectIdentifier(scope)] }) { return found.twin }
        let made = isInheriting ? scope.copy() : Scope.Singleton()
        return twins.withLock { twins in
            if let found = twins[ObjectIdentifier(scope)] { return found.twin }
            twins[ObjectIdentifier(scope)] = Twin(original: scope, twin: made)
            return made
        }
    }
}

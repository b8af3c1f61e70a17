/// Gives a task its own instances of the singleton scopes that a program has made itself.
///
/// ``Scope/singleton`` needs none of it: it is task-local.
final class SingletonIsolation: Sendable {
    @TaskLocal static var current: SingletonIsolation?

    private struct Twin {
        /// Kept, so that no other scope can have its address.
        let original: Scope.Singleton
        let twin: Scope.Singleton
    }

    /// Which instances of a scope are the task's at first.
    private enum Beginning {
        case none
        case current
        /// Those of the scope that stands for it in an outer isolation.
        case outer(SingletonIsolation)
    }

    private let beginning: Beginning
    private let twins = Protected<[ObjectIdentifier: Twin]>([:])

    /// Begins without instances.
    init() { beginning = .none }

    /// Begins with the instances there are when a scope is first used.
    ///
    /// - Parameter outer: Whose they are; `nil` if they are the process's.
    init(inheritingFrom outer: SingletonIsolation?) { beginning = outer.map { .outer($0) } ?? .current }

    /// The scope that stands for another.
    func twin(of scope: Scope.Singleton) -> Scope.Singleton {
        if let found = twins.withLock({ $0[ObjectIdentifier(scope)] }) { return found.twin }
        let made =
            switch beginning {
            case .none: Scope.Singleton()
            case .current: scope.copy()
            case .outer(let isolation): isolation.twin(of: scope).copy()
            }
        return twins.withLock { twins in
            if let found = twins[ObjectIdentifier(scope)] { return found.twin }
            twins[ObjectIdentifier(scope)] = Twin(original: scope, twin: made)
            return made
        }
    }
}

/// What an isolation has for its containers: its own instances of the singleton scopes, and its context.
///
/// A container that was made for an isolation keeps this, and resolves with it wherever it is used. Other containers resolve
/// with what the task has.
final class IsolationState: Sendable {
    /// That of the innermost isolation of the task.
    @TaskLocal static var current: IsolationState?

    /// The isolation's ``Scope/singleton``.
    let singleton: Scope.Singleton

    private struct Twin {
        /// Kept, so that no other scope can have its address.
        let original: Scope.Singleton
        let twin: Scope.Singleton
    }

    /// Which instances of a scope that a program has made itself are the isolation's at first.
    private enum Beginning {
        case none
        case current
        /// Those of the scope that stands for it in an outer isolation.
        case outer(IsolationState)
    }

    private struct Contents {
        var beginning: Beginning
        var twins: [ObjectIdentifier: Twin] = [:]
        var context: FactoryContext
    }

    private let contents: Protected<Contents>

    /// Begins without instances, and with the context of the process.
    init() {
        singleton = Scope.Singleton().asTaskLocal()
        contents = Protected(Contents(beginning: .none, context: FactoryContext()))
    }

    /// Begins with the instances there are: of ``Scope/singleton`` those there are now, of another scope those when it is first
    /// used.
    ///
    /// - Parameters:
    ///   - outer: Whose they are; `nil` if they are the process's.
    ///   - context: The context to begin with.
    init(inheritingFrom outer: IsolationState?, context: FactoryContext) {
        singleton = Scope.singleton.asTaskLocal().copy().asTaskLocal()
        contents = Protected(Contents(beginning: outer.map { .outer($0) } ?? .current, context: context))
    }

    /// Drops all instances, and begins with the context of the process.
    func beginAnew() {
        singleton.clear()
        // What was there is released here, after unlocking.
        _ = contents.withLock { contents in
            let old = contents
            contents = Contents(beginning: .none, context: FactoryContext())
            return old
        }
    }

    /// The current context of what runs within, and of its containers.
    var context: FactoryContext { contents.withLock(\.context) }

    func changeContext(_ change: (inout FactoryContext) -> Void) { contents.withLock { change(&$0.context) } }

    /// The scope that stands for another.
    func twin(of scope: Scope.Singleton) -> Scope.Singleton {
        let (found, beginning) = contents.withLock { ($0.twins[ObjectIdentifier(scope)], $0.beginning) }
        if let found { return found.twin }
        let made =
            switch beginning {
            case .none: Scope.Singleton()
            case .current: scope.copy()
            case .outer(let isolation): isolation.twin(of: scope).copy()
            }
        return contents.withLock { contents in
            if let found = contents.twins[ObjectIdentifier(scope)] { return found.twin }
            contents.twins[ObjectIdentifier(scope)] = Twin(original: scope, twin: made)
            return made
        }
    }
}

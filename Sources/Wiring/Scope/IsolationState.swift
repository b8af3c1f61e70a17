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

    private struct Contents {
        /// Whether what stands for a scope begins with the instances that the scope has when it is first used, or with none.
        var isInheriting: Bool
        var twins: [ObjectIdentifier: Twin] = [:]
        var context: FactoryContext
    }

    private let contents: Protected<Contents>

    /// Begins without instances, and with the context of the process.
    init() {
        singleton = Scope.Singleton().asTaskLocal()
        contents = Protected(Contents(isInheriting: false, context: FactoryContext()))
    }

    /// Begins with the instances there are: those of ``Scope/singleton`` and of what an outer isolation has used as they are now,
    /// those of another scope as they are when it is first used.
    ///
    /// - Parameters:
    ///   - outer: Whose they are; `nil` if they are the process's.
    ///   - context: The context to begin with.
    init(inheritingFrom outer: IsolationState?, context: FactoryContext) {
        singleton = Scope.singleton.asTaskLocal().copy().asTaskLocal()
        let (isInheriting, twins) = outer?.contents.withLock { ($0.isInheriting, $0.twins) } ?? (true, [:])
        // Copies, not the outer isolation: of a row of tasks that each begin the next one's, all would stay.
        let copies = twins.mapValues { Twin(original: $0.original, twin: $0.twin.copy().asTaskLocal()) }
        contents = Protected(Contents(isInheriting: isInheriting, twins: copies, context: context))
    }

    /// Drops all instances, and begins with the context of the process.
    func beginAnew() {
        singleton.clear()
        // What was there is released here, after unlocking.
        _ = contents.withLock { contents in
            let old = contents
            contents = Contents(isInheriting: false, context: FactoryContext())
            return old
        }
    }

    /// The current context of what runs within, and of its containers.
    var context: FactoryContext { contents.withLock(\.context) }

    func changeContext(_ change: (inout FactoryContext) -> Void) { contents.withLock { change(&$0.context) } }

    /// The scope that stands for another.
    func twin(of scope: Scope.Singleton) -> Scope.Singleton {
        let (found, isInheriting) = contents.withLock { ($0.twins[ObjectIdentifier(scope)], $0.isInheriting) }
        if let found { return found.twin }
        let made = (isInheriting ? scope.copy() : Scope.Singleton()).asTaskLocal()
        return contents.withLock { contents in
            if let found = contents.twins[ObjectIdentifier(scope)] { return found.twin }
            contents.twins[ObjectIdentifier(scope)] = Twin(original: scope, twin: made)
            return made
        }
    }
}

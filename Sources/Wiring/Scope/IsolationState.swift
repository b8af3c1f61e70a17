/// The singletons and the context of an isolation.
///
/// A container that was created for an isolation retains this, and resolves with it wherever it is used. Other containers resolve
/// with the current task's.
final class IsolationState: Sendable {
    /// The state of the task's innermost isolation.
    @TaskLocal static var current: IsolationState?

    /// The isolation's ``Scope/singleton``.
    let singleton: Scope.Singleton

    /// A custom singleton scope, and the scope that the isolation uses in its place.
    private struct Counterpart {
        /// Retained, so that no other scope can have its address.
        let original: Scope.Singleton
        let scope: Scope.Singleton
    }

    private struct Contents {
        /// Whether a counterpart begins with the instances of its original.
        var isInheriting: Bool
        var counterparts: [ObjectIdentifier: Counterpart] = [:]
        var context: FactoryContext
    }

    private let contents: Protected<Contents>

    /// Begins without instances, and with the context of the process.
    init() {
        singleton = Scope.Singleton().markedAsUsedDirectly()
        contents = Protected(Contents(isInheriting: false, context: FactoryContext()))
    }

    /// Begins with the current instances. Custom scopes that the outer isolation has not used are copied on first use.
    ///
    /// - Parameters:
    ///   - outer: The outer isolation; `nil` for the process.
    ///   - context: The context to begin with.
    init(inheritingFrom outer: IsolationState?, context: FactoryContext) {
        singleton = Scope.singleton.markedAsUsedDirectly().copy().markedAsUsedDirectly()
        let (isInheriting, outers) = outer?.contents.withLock { ($0.isInheriting, $0.counterparts) } ?? (true, [:])
        // Copied, rather than retaining the outer isolation: a chain of tasks that each start the next would retain all of them.
        let copies = outers.mapValues {
            Counterpart(original: $0.original, scope: $0.scope.copy().markedAsUsedDirectly())
        }
        contents = Protected(Contents(isInheriting: isInheriting, counterparts: copies, context: context))
    }

    /// Drops all instances, and restores the context of the process.
    func reset() {
        singleton.clear()
        // The previous contents are released here, after unlocking.
        _ = contents.withLock { contents in
            let old = contents
            contents = Contents(isInheriting: false, context: FactoryContext())
            return old
        }
    }

    /// The current context within the isolation, and of its containers.
    var context: FactoryContext { contents.withLock(\.context) }

    func changeContext(_ change: (inout FactoryContext) -> Void) { contents.withLock { change(&$0.context) } }

    /// The scope that the isolation uses in place of another.
    func counterpart(of scope: Scope.Singleton) -> Scope.Singleton {
        let (found, isInheriting) = contents.withLock { ($0.counterparts[ObjectIdentifier(scope)], $0.isInheriting) }
        if let found { return found.scope }
        let new = (isInheriting ? scope.copy() : Scope.Singleton()).markedAsUsedDirectly()
        return contents.withLock { contents in
            if let found = contents.counterparts[ObjectIdentifier(scope)] { return found.scope }
            contents.counterparts[ObjectIdentifier(scope)] = Counterpart(original: scope, scope: new)
            return new
        }
    }
}

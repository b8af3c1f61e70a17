/// The singletons and the context of an isolation.
///
/// A container that was created for an isolation retains this, and resolves with it wherever it is used. Other containers resolve
/// with the current task's.
final class IsolationState: Sendable {
    /// The state of the task's innermost isolation.
    @TaskLocal static var current: IsolationState?

    /// The isolation's ``Scope/singleton``.
    let singleton: Scope.Singleton

    /// A custom singleton scope, retained so that no other can have its address, and the scope that the isolation uses in its place.
    private typealias Counterpart = (original: Scope.Singleton, scope: Scope.Singleton)

    private final class Contents {
        /// Whether a counterpart begins with the instances of its original.
        let isInheriting: Bool
        var counterparts: [ObjectIdentifier: Counterpart]
        var context: FactoryContext

        init(isInheriting: Bool, counterparts: [ObjectIdentifier: Counterpart] = [:], context: FactoryContext) {
            (self.isInheriting, self.counterparts, self.context) = (isInheriting, counterparts, context)
        }
    }

    private let contents: Protected<Contents>
    /// The scope that the isolation uses in place of another. Stored, so that a program that isolates nothing does not keep what copies.
    let counterpart: @Sendable (IsolationState, _ scope: Scope.Singleton) -> Scope.Singleton

    /// Begins without instances, and with the context of the process.
    init() {
        singleton = Scope.Singleton().markedAsUsedDirectly()
        contents = Protected(Contents(isInheriting: false, context: FactoryContext()))
        counterpart = { $0.findCounterpart(of: $1) }
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
        let copies: [ObjectIdentifier: Counterpart] = outers.mapValues {
            ($0.original, $0.scope.copy().markedAsUsedDirectly())
        }
        contents = Protected(Contents(isInheriting: isInheriting, counterparts: copies, context: context))
        counterpart = { $0.findCounterpart(of: $1) }
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

    private func findCounterpart(of scope: Scope.Singleton) -> Scope.Singleton {
        let (found, isInheriting) = contents.withLock { ($0.counterparts[ObjectIdentifier(scope)], $0.isInheriting) }
        if let found { return found.scope }
        let new = (isInheriting ? scope.copy() : Scope.Singleton()).markedAsUsedDirectly()
        return contents.withLock { contents in
            if let found = contents.counterparts[ObjectIdentifier(scope)] { return found.scope }
            contents.counterparts[ObjectIdentifier(scope)] = (scope, new)
            return new
        }
    }
}

/// The singletons and the context of an isolation.
///
/// A container that was created for an isolation retains this, and resolves with it wherever it is used. Other containers resolve
/// with the current task's.
final class IsolationState: @unchecked Sendable {
    // SAFETY: Once another thread can have this, the variables are reached only under the lock.

    /// The state of the task's innermost isolation.
    @TaskLocal static var current: IsolationState?

    /// The isolation's ``Scope/singleton``.
    let singleton: Scope.Singleton

    /// A custom singleton scope, retained so that no other can have its address, and the scope that the isolation uses in its place.
    private typealias Counterpart = (original: Scope.Singleton, scope: Scope.Singleton)

    private let lock = Lock()
    /// Whether a counterpart begins with the instances of its original.
    @exclusivity(unchecked) private var isInheriting = false
    @exclusivity(unchecked) private var counterparts: [ObjectIdentifier: Counterpart] = [:]
    @exclusivity(unchecked) private var ownContext: FactoryContext
    /// The scope that the isolation uses in place of another. Stored, so that a program that isolates nothing does not keep what copies.
    let counterpart: @Sendable (IsolationState, Scope.Singleton) -> Scope.Singleton = { $0.findCounterpart(of: $1) }

    /// Begins without instances, and with the context of the process.
    init() {
        singleton = Scope.Singleton().markedAsUsedDirectly()
        ownContext = FactoryContext()
    }

    /// Begins with the current instances. Custom scopes that the outer isolation has not used are copied on first use.
    ///
    /// - Parameters:
    ///   - outer: The outer isolation; `nil` for the process.
    ///   - context: The context to begin with.
    init(inheritingFrom outer: IsolationState?, context: FactoryContext) {
        singleton = Scope.singleton.markedAsUsedDirectly().copy().markedAsUsedDirectly()
        ownContext = context
        isInheriting = true
        guard let outer else { return }
        let outers: [ObjectIdentifier: Counterpart]
        (isInheriting, outers) = outer.lock.withLock { (outer.isInheriting, outer.counterparts) }
        // Copied, rather than retaining the outer isolation: a chain of tasks that each start the next would retain all of them.
        for (key, outer) in outers { counterparts[key] = (outer.original, outer.scope.copy().markedAsUsedDirectly()) }
    }

    /// Drops all instances, and restores the context of the process.
    func reset() {
        singleton.clear()
        // The previous contents are released here, after unlocking.
        let new = FactoryContext()
        _ = lock.withLock {
            let old = (counterparts, ownContext)
            (isInheriting, counterparts, ownContext) = (false, [:], new)
            return old
        }
    }

    /// The current context within the isolation, and of its containers.
    var context: FactoryContext { lock.withLock { ownContext } }

    func changeContext(_ change: (inout FactoryContext) -> Void) { lock.withLock { change(&ownContext) } }

    private func findCounterpart(of scope: Scope.Singleton) -> Scope.Singleton {
        let (found, inherits) = lock.withLock { (counterparts[ObjectIdentifier(scope)], isInheriting) }
        if let found { return found.scope }
        let new = (inherits ? scope.copy() : Scope.Singleton()).markedAsUsedDirectly()
        return lock.withLock {
            if let found = counterparts[ObjectIdentifier(scope)] { return found.scope }
            counterparts[ObjectIdentifier(scope)] = (scope, new)
            return new
        }
    }
}

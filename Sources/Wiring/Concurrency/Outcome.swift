/// What a factory that throws or awaits makes in place of an instance. A scope stores it until the instance exists, and then the
/// instance, so that a hit is as short as that of any other declaration. It forgets one that is spent.
@_documentation(visibility: internal)
public class Outcome: InstanceSource, @unchecked Sendable {
    // SAFETY: The word is atomic. Subclasses are responsible for what they add.
    private let spent = AtomicWord()

    init() {}

    /// Whether it has nothing for later callers. They make another one.
    final var isSpent: Bool { spent.current != 0 }

    final func spend() { spent.turnOn(1) }

    /// The ``ThreadRecord/singletonStart`` of an asynchronous construction.
    var singletonStart: UInt64 { 0 }

    /// Whether the instance is still being made.
    var isUnderway: Bool { false }

    /// An object that keeps the instance alive; `nil` if there is no instance for later callers.
    var keepAlive: AnyObject? { isSpent ? nil : self }

    /// The type of the instance.
    class var instanceType: any Any.Type { fatalError("abstract") }

    class var effects: String { fatalError("abstract") }

    /// The instance, if it exists already.
    var instance: Any? { nil }

    /// The instance, stored strongly, if it exists already.
    var storedInstance: StoredInstance? { nil }

    /// What the dependents of the instance depend on, so far.
    var lifecycleNodes: [AnyLifecycleNode] { [] }

    /// Completes the resolution when the instance exists, for an instance that is made later.
    func setCompletion(_ completion: Frame.Completion) {}

    /// Sets what outdates an instance that is made later.
    func setGenerations(_ generations: Generation.Watch, since stamp: Generation.Stamp) {}

    /// What a scope stores for later callers; `nil` for nothing. Called once, before other callers see it.
    ///
    /// - Parameters:
    ///   - scope: Identifies the scope.
    ///   - weakly: Whether the scope stores only objects, and weakly.
    ///   - nodes: What dependents of the instance depend on.
    func stored(_ scope: ScopeID, weakly: Bool, _ nodes: [AnyLifecycleNode]) -> StoredInstance? {
        fatalError("abstract")
    }

    /// What the scope stores in place of this, once the instance exists: the instance, which later callers find directly.
    var settled: StoredInstance? { nil }

    /// The outcome that has led to an instance that a scope stores.
    class func settled(_ stored: StoredInstance.Strong) -> Outcome { fatalError("abstract") }

    /// When it was last used.
    ///
    /// - Parameter used: When a caller last found it.
    func lastUse(_ used: Duration?, now: Duration) -> Duration? { used }
}

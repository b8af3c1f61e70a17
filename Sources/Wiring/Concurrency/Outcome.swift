/// The product of a factory that throws or awaits, in place of an instance. A scope stores it until the instance
/// exists, and then the instance, so that a hit is as short as that of any other declaration. The scope drops a spent
/// outcome.
@_documentation(visibility: internal)
public class Outcome: InstanceSource, @unchecked Sendable {
    // SAFETY: The word is atomic. Subclasses are responsible for what they add.
    private let spent = AtomicWord()

    init() {}

    /// Whether later callers must make another outcome.
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

    /// The nodes that dependents of the instance depend on, so far.
    var lifecycleNodes: [AnyLifecycleNode] { [] }

    /// Completes the resolution when the instance exists, for an instance that is made later.
    func setCompletion(_ completion: Frame.Completion) {}

    /// Sets the changes that outdate an instance that is made later.
    func setGenerations(_ generations: Generation.Watch, since stamp: Generation.Stamp) {}

    /// The form in which a scope stores it for later callers; `nil` if it stores nothing. Called once, before other
    /// callers see it.
    ///
    /// - Parameters:
    ///   - scope: Identifies the scope.
    ///   - weakly: Whether the scope stores only objects, and weakly.
    ///   - nodes: The nodes that dependents of the instance depend on.
    func stored(_ scope: ScopeID, weakly: Bool, _ nodes: [AnyLifecycleNode]) -> StoredInstance? {
        fatalError("abstract")
    }

    /// The instance, once it exists. The scope stores it in place of this, so that later callers find it directly.
    var settled: StoredInstance? { nil }

    /// The outcome that has led to an instance that a scope stores.
    class func settled(_ stored: StoredInstance.Strong) -> Outcome { fatalError("abstract") }

    /// When it was last used.
    ///
    /// - Parameter used: When a caller last found it.
    func lastUse(_ used: Duration?, now: Duration) -> Duration? { used }
}

/// How long an instance lives, and who shares it.
///
/// A factory without a scope makes a new instance each time. With a scope, its closure runs at most once for each
/// stored instance, even if many threads or tasks resolve it at the same moment, and all of them get that instance. The
/// closure runs on the thread of one of them, with no lock held. Only callers that need this instance wait. Each kind
/// of scope documents where it stores instances, and until when. An instance is also released when it is cleared, or at
/// the first resolution after its time to live has expired. No scope keeps `nil`.
///
/// Every thread that resolves a dependency gets the stored instance. A throwing or asynchronous factory with a scope
/// requires a `Sendable` type. For a ``Factory``, the compiler does not check this, so choose a type that is `Sendable`.
///
/// A cycle of resolutions stops the program with an error that prints the path, even if it spans threads. Wiring cannot
/// see a deadlock through your own locks or threads: in a factory closure, do not wait for another thread that resolves
/// the same dependency.
///
/// Custom scopes are distinguished by identity, so that you can clear one and keep the others:
/// ```swift
/// extension Scope {
///     static let login = Cached()
/// }
///
/// container.manager.reset(scope: .login)
/// ```
public class Scope: @unchecked Sendable {
    // SAFETY: A scope has no mutable state of its own. It is unchecked because it has subclasses.

    /// The kinds of scopes. There is a standard scope of each kind, which a modifier names.
    ///
    /// The raw values are stored in three bits: 0 is none, and `Retention` uses 6 and 7.
    @usableFromInline
    enum Kind: UInt8, Sendable {
        case cached = 1
        case graph
        case shared
        case singleton
        case unique

        /// The standard scope of this kind, as a container stores it.
        @usableFromInline var scope: Scope {
            switch self {
            case .cached: Scope.cached
            case .graph: Scope.graph
            case .shared: Scope.shared
            case .singleton: Scope.singletonPlaceholder
            case .unique: Scope.unique
            }
        }
    }

    let kind: Kind
    /// Whether a modifier names this scope.
    let isStandard: Bool
    let id: ScopeID

    fileprivate init(_ kind: Kind, isStandard: Bool = false) {
        self.kind = kind
        self.isStandard = isStandard
        id = kind == .singleton ? .singletons : isStandard ? ScopeID(kind) : .make()
    }

    /// Whether the container stores the instances.
    var isStoredInContainer: Bool { kind == .cached || kind == .shared }

    /// Keeps an instance in its container until it is cleared.
    public final class Cached: Scope, @unchecked Sendable {
        /// Creates a custom scope.
        public init() { super.init(.cached) }

        fileprivate init(isStandard: Bool) { super.init(.cached, isStandard: isStandard) }
    }

    /// Keeps an object in its container while it is referenced elsewhere, whatever type it is declared as.
    ///
    /// A value that is not an object cannot be held weakly. The factory then makes a new one each time, but concurrent
    /// callers share one.
    public final class Shared: Scope, @unchecked Sendable {
        /// Creates a custom scope.
        public init() { super.init(.shared) }

        fileprivate init(isStandard: Bool) { super.init(.shared, isStandard: isStandard) }
    }

    /// Keeps an instance while one call, such as `container.app()`, builds everything below it: until the outermost resolution on
    /// this thread has ended, the call that no other factory's closure makes. Finding an instance is linear in the number of
    /// graph instances of that resolution.
    ///
    /// Concurrent resolutions on other threads have their own instances, and changes on other threads do not affect them.
    ///
    /// The closure of an asynchronous factory, and the tasks that inherit its task-local values, share the instances of the
    /// outermost asynchronous resolution until its closure has returned.
    public final class Graph: Scope, @unchecked Sendable {
        fileprivate init() { super.init(.graph, isStandard: true) }
    }

    /// Keeps nothing: a new instance each time, even if the container has a default scope.
    public final class Unique: Scope, @unchecked Sendable {
        /// Creates a scope that is equivalent to ``Scope/unique``.
        public init() { super.init(.unique, isStandard: true) }
    }

    /// Keeps an instance for all containers, in the scope itself.
    ///
    /// A container's resets, `push` and `pop` do not affect it.
    public final class Singleton: Scope, Generation.Source, @unchecked Sendable {
        let instances = SharedTable<Instances>()
        let generation = Generation()
        /// Serializes resets and copies, so that no copy contains half of a reset.
        private let resetLock = Lock()
        /// Whether an isolation uses this scope as it is: it has been a task's ``Scope/singleton``, or is a counterpart.
        private let isUsedDirectly = AtomicWord()

        /// Creates a custom scope without instances.
        public init() { super.init(.singleton) }

        fileprivate init(isStandard: Bool) { super.init(.singleton, isStandard: isStandard) }

        deinit { instances.end() }

        /// Clears all instances. If an instance is being built, its waiting callers still get it, but the scope does
        /// not store it.
        ///
        /// Within `withContainer` or an isolated test, this clears only the instances of that operation or test. Linear in the
        /// number of declarations and parameters that have instances.
        public func reset() { counterpart(in: nil).clear() }

        /// Clears the instances of this very scope.
        func clear() {
            let candidates = InstanceDrop.candidates(in: instances.entries)
            // The instances are released here, after unlocking.
            let cleared = resetLock.withLock {
                generation.change { instances.clearAll { $0.clearInstances(.everything) } }
            }
            _ = consume cleared
            candidates?.note(InstanceDrop(by: "reset()", of: "singleton scope"))
        }

        /// Clears the instances that have stopped, or were built with one that has.
        package func clearStopped() {
            let candidates = InstanceDrop.candidates(in: instances.entries)
            let cleared = resetLock.withLock { instances.clearAll { $0.clearInstances(.stopped) } }
            _ = consume cleared
            candidates?.note(.stop)
        }

        func stamp(for scope: ScopeID, of declaration: Declaration) -> Generation.Stamp { generation.stamp(for: scope) }

        /// Creates a scope with the same instances. Later changes of either do not affect the other.
        ///
        /// ```swift
        /// let same = Scope.$singleton.withValue(Scope.singleton.clone()) { container.store() }
        /// ```
        public func clone() -> Singleton { counterpart(in: nil).copy() }

        /// Copies this very scope.
        func copy() -> Singleton {
            let copy = Singleton()
            if !instances.isNew { resetLock.withLock { sharing.add(copy.sharing) } }
            return copy
        }

        private var sharing: Sharing {
            instances.sharing {
                Sharing(
                    instances.own.reference,
                    of: self,
                    copy: { $1?.copyOfInstances() ?? Instances($0) },
                    empty: { $0.restore(Instances.Snapshot()) },
                    // SAFETY: The owner is this scope.
                    adopt: { _ = ($0 as! Singleton).instances.own.insert($1) }
                )
            }
        }

        @inline(never)
        func preserve(_ declaration: Declaration) { instances.preserve(declaration) }

        /// Clears the instances of a declaration in this very scope, and returns what was there.
        func clear(_ clearing: Cell.Clearing, of declaration: Declaration) -> Instances.Cleared? {
            preserve(declaration)
            // SAFETY: The scope retains its instances.
            return instances.find(declaration)?.object.clearInstances(clearing)
        }

        /// Marks this scope as one that an isolation uses as it is, and returns it.
        func markedAsUsedDirectly() -> Singleton {
            isUsedDirectly.turnOn(1)
            return self
        }

        /// The scope that an isolation uses in place of this one.
        ///
        /// - Parameter isolation: The isolation; `nil` for that of the current task, if it has one.
        func counterpart(in isolation: IsolationState?) -> Singleton {
            guard isUsedDirectly.current == 0, let isolation = isolation ?? IsolationState.current else { return self }
            return isolation.counterpart(isolation, self)
        }
    }

    /// The scope of ``DeclaredDependency/cached``.
    public static let cached = Cached(isStandard: true)
    /// The scope of ``DeclaredDependency/shared``.
    public static let shared = Shared(isStandard: true)
    /// The scope of ``DeclaredDependency/graph``.
    public static let graph = Graph()
    /// The scope of ``DeclaredDependency/unique``.
    public static let unique = Unique()
    /// The current task's singletons. These are the singletons of the process, unless the task has its own.
    ///
    /// A container that `withContainer` or a trait of `WiringTesting` created keeps the singletons that it was created with, and
    /// resolves with them wherever it is used. A value that is bound within that operation or test takes precedence there.
    ///
    /// ```swift
    /// let another = Scope.$singleton.withValue(Scope.Singleton()) { container.store() }
    /// ```
    @TaskLocal public static var singleton = Singleton()

    /// Stands for the ``singleton`` of the resolving task wherever a container stores a scope.
    static let singletonPlaceholder = Singleton(isStandard: true)
}

extension ScopeID {
    /// Identifies the standard scope of a kind.
    init(_ kind: Scope.Kind) {
        if case .singleton = kind { self = .singletons } else { self.init(number: UInt64(kind.rawValue)) }
    }
}

extension Scope {
    /// This scope as a container stores it.
    var stored: Scope { kind == .singleton && self === Scope.singleton ? Scope.singletonPlaceholder : self }

    /// This scope as the current task uses it.
    ///
    /// - Parameter isolation: The isolation that the resolving container was created for, if there is one.
    func used(in isolation: IsolationState?) -> Scope {
        guard kind == .singleton, let singleton = self as? Singleton else { return self }
        return self === Scope.singletonPlaceholder
            ? Singleton.current(in: isolation) : singleton.counterpart(in: isolation)
    }
}

extension Scope.Singleton {
    /// The singletons that a container resolves with: those of its isolation. A task within that isolation uses its own, because
    /// others may be bound there.
    ///
    /// - Parameter isolation: The isolation that the resolving container was created for, if there is one.
    @inline(__always)
    static func current(in isolation: IsolationState?) -> Scope.Singleton {
        let current = Scope.singleton.markedAsUsedDirectly()
        guard let isolation, isolation.singleton !== current, IsolationState.current !== isolation else {
            return current
        }
        return isolation.singleton
    }
}

/// The state that a reset clears.
public enum FactoryResetOptions: Sendable {
    /// Everything that the other options clear, and modifiers that were set from outside the declaration. Settings
    /// stay. A reset of a container makes `autoRegister()` run again; a reset of one factory does not.
    case all
    /// Nothing.
    case none
    /// Registered closures, overrides, decorations, contributions to collections, and installed modules. Instances
    /// stay. A reset of a container makes `autoRegister()` run again.
    case registration
    /// Closures for contexts that were set from outside the declaration.
    case context
    /// Instances. A reset of a container does not clear singletons.
    case scope
}

// See `FactoryContextType`.
extension FactoryResetOptions: CustomStringConvertible {
    @_documentation(visibility: internal)
    public var description: String {
        switch self {
        case .all: "all"
        case .none: "none"
        case .registration: "registration"
        case .context: "context"
        case .scope: "scope"
        }
    }
}

extension FactoryResetOptions {
    /// The instances that a reset clears.
    var clearing: Cell.Clearing? {
        switch self {
        case .all, .scope: .everything
        // Instances stay. A construction under way may use what is reset.
        case .registration, .context: .constructions
        case .none: nil
        }
    }
}

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
    /// Its context; `nil` while that is the context of the process.
    @exclusivity(unchecked) private var ownContext: FactoryContext?
    /// The scope that the isolation uses in place of another. Stored, so that a program that isolates nothing does not keep what copies.
    let counterpart: @Sendable (IsolationState, Scope.Singleton) -> Scope.Singleton = { $0.findCounterpart(of: $1) }

    /// Begins without instances, and with the context of the process.
    init() { singleton = Scope.Singleton().markedAsUsedDirectly() }

    /// Begins with the current instances. Custom scopes that the outer isolation has not used are copied on first use.
    ///
    /// - Parameters:
    ///   - outer: The outer isolation; `nil` for the process.
    ///   - context: The context to begin with; `nil` for that of the process.
    init(inheritingFrom outer: IsolationState?, context: FactoryContext?) {
        singleton = Scope.singleton.markedAsUsedDirectly().copy().markedAsUsedDirectly()
        ownContext = context
        isInheriting = true
        guard let outer else { return }
        let outers: [ObjectIdentifier: Counterpart]
        (isInheriting, outers) = outer.lock.withLock { (outer.isInheriting, outer.counterparts) }
        // Copied, rather than retaining the outer isolation: a chain of tasks that each start the next would retain all of them.
        for (key, outer) in outers { counterparts[key] = (outer.original, outer.scope.copy().markedAsUsedDirectly()) }
    }

    /// Whether the task has this isolation and its singletons.
    var isCurrent: Bool { IsolationState.current === self && Scope.singleton === singleton }

    /// Drops all instances, and restores the context of the process.
    func reset() {
        singleton.clear()
        // The previous contents are released here, after unlocking.
        _ = lock.withLock {
            let old = (counterparts, ownContext)
            (isInheriting, counterparts, ownContext) = (false, [:], nil)
            return old
        }
    }

    /// Restores the inherited instances that the initializer of a new container has cleared. Those that it has built stay.
    func restore() {
        let custom = lock.withLock { counterparts.values.map { ($0.original, $0.scope) } }
        for (outer, scope) in custom.map({ ($0.counterpart(in: nil), $1) }) + [(Scope.singleton, singleton)] {
            for entry in scope.instances.own.entries where entry.isEmpty {
                outer.instances.find(entry.declaration).map { _ = entry.restore($0.object.snapshotOfInstances()) }
            }
        }
    }

    /// The current context within the isolation, and of its containers.
    var context: FactoryContext { lock.withLock { ownContext } ?? FactoryContext() }

    func changeContext(_ change: (inout FactoryContext) -> Void) {
        lock.withLock {
            var changed = ownContext ?? FactoryContext()
            change(&changed)
            ownContext = changed
        }
    }

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

/// How long the instance that a factory makes lives, and who shares it.
///
/// A factory without a scope makes a new instance each time. With one, its closure runs at most once for each instance
/// that is kept, however many threads or tasks ask at the same moment; all of them get that instance. The closure runs on
/// the thread of one of them, with no lock held, while only those wait that need this instance. What is kept, where and
/// until when is said at each kind of scope; an instance also goes when it is cleared, or its time to live is over.
///
/// An instance that is kept goes to every thread that asks. The compiler does not ask for a `Sendable` type: choose one.
/// A closure must not wait for another thread that needs the same instance, unless that is by resolving, which is refused.
///
/// Scopes of one's own are told apart by their identity, so that one can be cleared and the others kept:
/// ```swift
/// extension Scope {
///     static let login = Cached()
/// }
///
/// container.manager.reset(scope: .login)
/// ```
public class Scope: @unchecked Sendable {
    // Holds because a scope itself never changes; `unchecked` because it has subclasses.

    enum Lifetime: Sendable {
        case unique
        case cached
        case shared
        case graph
        case singleton
    }

    let lifetime: Lifetime
    /// Whom instances are kept for.
    let keeper: KeeperID
    /// Which of the scopes that modifiers name this is.
    let standard: Standard?

    fileprivate init(_ lifetime: Lifetime, _ standard: Standard? = nil) {
        self.lifetime = lifetime
        self.standard = standard
        keeper = lifetime == .singleton ? .singletons : standard.map { KeeperID($0) } ?? .make()
    }

    /// Keeps an instance in its container until it is cleared. `nil` is not kept.
    public final class Cached: Scope, @unchecked Sendable {
        /// Makes a scope apart from all others.
        public init() { super.init(.cached) }

        fileprivate init(_ standard: Standard) { super.init(.cached, standard) }
    }

    /// Keeps an object in its container for as long as somebody else holds it, whatever type it is declared as.
    ///
    /// What is no object cannot be held so: then the factory makes a new value each time, except that callers who ask at
    /// the same moment share one.
    public final class Shared: Scope, @unchecked Sendable {
        /// Makes a scope apart from all others.
        public init() { super.init(.shared) }

        fileprivate init(_ standard: Standard) { super.init(.shared, standard) }
    }

    /// Keeps an instance until the outermost resolution that is under way on this thread has ended.
    ///
    /// Resolutions on other threads, at the same time, have instances of their own; and what other threads register or reset
    /// meanwhile leaves this one's alone.
    public final class Graph: Scope, @unchecked Sendable {
        fileprivate init() { super.init(.graph, .graph) }
    }

    /// Keeps nothing: a new instance each time, also where the container has a default scope.
    public final class Unique: Scope, @unchecked Sendable {
        /// Makes a scope like ``Scope/unique``.
        public init() { super.init(.unique, .unique) }
    }

    /// Keeps an instance for all containers, in the scope itself.
    ///
    /// A container's resets, `push` and `pop` leave it alone.
    public final class Singleton: Scope, Changing, @unchecked Sendable {
        let instances = DeclarationTable<Instances>()
        let epoch = Epoch()
        /// Held during a reset and a copy, one at a time, so that no reset is copied halfway.
        private let change = Protected(())
        /// Whether this is a task's own already: it has been its ``Scope/singleton``, or stands for another scope.
        private let isTaskLocal = Word()

        /// Makes a scope without instances, apart from all others.
        public init() { super.init(.singleton) }

        /// Makes the one that stands for another: see ``Scope/currentSingleton``.
        init(_ standard: Standard) { super.init(.singleton, standard) }

        /// Clears all instances. What is being built at this moment is handed to its callers, but not kept.
        public func reset() { own(in: nil).clear() }

        /// Clears all instances of this very scope.
        func clear() {
            // The instances are released here, after unlocking.
            let cleared = change.withLock { _ in
                epoch.change { instances.entries.map { $0.clearInstances(.everything) } }
            }
            _ = consume cleared
        }

        func stamp(for scope: KeeperID) -> Epoch.Stamp { epoch.stamp(for: scope) }

        /// A scope with the same instances, which from then on goes its own way.
        ///
        /// ```swift
        /// let same = Scope.$singleton.withValue(Scope.singleton.clone()) { container.store() }
        /// ```
        public func clone() -> Singleton { own(in: nil).copy() }

        func copy() -> Singleton {
            let copy = Singleton()
            // What goes is released without a lock.
            instances.entries.forEach { _ = $0.evict() }
            change.withLock { _ in instances.entries.forEach { $0.copyInstances(into: copy.instances) } }
            return copy
        }

        /// Notes that this is a task's own.
        func asTaskLocal() -> Singleton {
            isTaskLocal.turnOn(1)
            return self
        }

        /// What an isolation has in this one's place; without one what the current task has: within `withContainer` and in an
        /// isolated test a scope of its own.
        func own(in isolation: IsolationState?) -> Singleton {
            guard isTaskLocal.current == 0, let isolation = isolation ?? IsolationState.current else { return self }
            return isolation.twin(of: self)
        }
    }

    /// The scope of ``FactoryModifying/cached``.
    public static let cached = Cached(.cached)
    /// The scope of ``FactoryModifying/shared``.
    public static let shared = Shared(.shared)
    /// The scope of ``FactoryModifying/graph``.
    public static let graph = Graph()
    /// The scope of ``FactoryModifying/unique``.
    public static let unique = Unique()
    /// The current task's singletons: those of the process, unless a value is bound.
    ///
    /// A container that `withContainer` or a trait of `WiringTesting` made keeps those it was made with, and resolves with them
    /// wherever it is used. What is bound within that operation or test comes before them there.
    ///
    /// ```swift
    /// let another = Scope.$singleton.withValue(Scope.Singleton()) { container.store() }
    /// ```
    @TaskLocal public static var singleton = Singleton()
}

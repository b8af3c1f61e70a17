package import Wiring

/// What a resolution would do: which closure would make the instance, and why the others would not. See
/// ``Wiring/ManagedContainer/explain(_:)``.
///
/// ```swift
/// print(container.explain(\.api))
/// ```
/// ```
/// Container.api<API>, declared at App/Container+API.swift:4
/// closures, in order of precedence:
///     override       Container: Tests/API.swift:9  wins
///     onArg("mock")                                does not apply: the program was not given this argument
///     registration   Container: App/Main.swift:7   is replaced by the override
///     declaration    App/Container+API.swift:4     is replaced by the override
/// scope: cached, set by the declaration
/// instance: none
/// ```
public struct Explanation: Sendable {
    /// A closure that could make the instance, or decorate it.
    public struct Candidate: Sendable {
        /// What set the closure.
        public let source: ClosureSource
        /// Where it was set, as `Module/File.swift:12`; `nil` if that is unknown. The closure of a context has no place
        /// of its own.
        public let location: String?
        /// The name of the container that has it, as in ``Explanation/containers``; `nil` for the closures of a
        /// declaration and of contexts.
        package internal(set) var container: String?
        /// Whether `autoRegister()` set it.
        package internal(set) var isAutomatic = false
        /// Why it is not used; `nil` if it is.
        public let reason: String?

        /// Whether it would make or decorate a new instance.
        package var isUsed: Bool { reason == nil }
    }

    /// What chose the scope.
    package enum ScopeOrigin: Sendable, Equatable {
        /// A modifier of the declaration.
        case declaration
        /// A call from outside the declaration, or in `autoRegister()`.
        case container
        /// ``Wiring/ContainerManager/defaultScope``.
        case defaultScope
        /// A child that replaces a singleton, and therefore caches its own instance.
        case child
        /// Nothing: the default is a new instance each time.
        case nothing
    }

    /// What the scope keeps.
    package enum Instance: Sendable, Equatable {
        /// Nothing. A resolution calls a closure.
        case none
        /// An instance that is being built. A resolution waits for it.
        case underConstruction
        /// An instance. A resolution returns it and calls no closure.
        ///
        /// - Parameter age: The time since it was last used or, if its time to live does not slide, since it was built;
        ///   `nil` if it has no time to live.
        case kept(age: Duration?)
        /// Instances for parameters. A resolution with another parameter calls a closure.
        case keptForParameters(count: Int)
    }

    /// The declaration, and the container that resolves it.
    let step: PathStep
    /// The name of the property that declares the dependency.
    package var name: String { step.declaration.key }
    /// The container that resolves the dependency, and then its parents, the nearest first, by the names of their
    /// types. Each that has the declaration can replace the closure. A child has the name of its parent with `a child of` before it:
    /// `a child of Container`.
    package let containers: [String]
    /// Whether the root resolves it in place of this child, because it is a singleton that no child replaces.
    package let isResolvedFromRoot: Bool
    /// The closures that could make an instance, in order of precedence. Exactly one is used to make a new instance.
    public let candidates: [Candidate]
    /// The closures that could decorate a new instance: first those that do not apply, and then the others, in the
    /// order in which they run.
    package let decorations: [Candidate]
    /// The name of the scope: `cached`, or `unique` if each resolution makes an instance.
    public let scope: String
    /// What chose the scope.
    package let scopeOrigin: ScopeOrigin
    /// What the scope keeps. The scope `graph` keeps nothing after the resolution that makes an instance.
    package let instance: Instance
    /// How long an instance is kept; `nil` without a limit.
    package let timeToLive: Duration?
    /// Whether each use of the instance restarts the time to live.
    package let isSliding: Bool
    /// Whether the scope keeps an instance for each parameter.
    package let isPerParameter: Bool
    /// The closures that start and stop each instance.
    package let hooks: [LifecycleHook]
    /// The decorator that sees each instance: `the factory's`, or else `the container's`; `nil` without a decorator.
    package let decorator: String?

    /// The dependencies that the declaration names with `wire`, as `Container.api<API>`; `nil` if it has another
    /// closure.
    package let needs: [String]?

    /// Whether it was declared with `promised()` and nothing is registered, so that a resolution stops the program. If
    /// ``Wiring/ContainerManager/promiseTriggersError`` is `false`, a resolution returns `nil`, and this is `false`.
    package let isUnkeptPromise: Bool

    /// The closure that would make a new instance; that of the declaration for an unkept promise, which has none. `nil` only if
    /// another thread has replaced it while `explain(_:)` ran.
    public var winner: Candidate? { candidates.first(where: \.isUsed) }
}

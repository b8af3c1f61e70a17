/// The modifiers, overrides and resets of factories whose closures may throw or await.
///
/// Each member behaves like the one of ``FactoryModifying`` with the same name, except that closures for contexts, and those of
/// `register`, `override` and `decorate`, may throw or await as the declaration's may. The closure of `modify` may not. If the
/// error type is not `any Error`, state it in a closure of the declaration: `.onTest { () throws(KeychainError) in Key.mock }`.
///
/// A failure goes to all callers that wait for it, and no scope keeps it. The modifiers for scopes require that the factory is
/// `Sendable`: its instance and its parameter are.
///
/// You cannot conform your own types.
public protocol EffectfulFactory<Success, Failure>: DeclaredDependency {
    /// The parameter of the closure; `Void` if there is none.
    associatedtype Parameter
    /// The type of the instance.
    associatedtype Success
    /// The type of the errors that the closure throws.
    associatedtype Failure: Error
    /// What a closure returns that a container stores: an instance or an error, or what makes it.
    @_documentation(visibility: internal) associatedtype Product

    /// The declaration, its container, and what modifiers have set.
    @_documentation(visibility: internal) var registration: FactoryRegistration<Parameter, Success> { get }

    /// Returns a copy with a change. Modifiers call this method; you cannot create a change.
    @_documentation(visibility: internal)
    func applying(_ change: FactoryRegistration<Parameter, Success>.Change) -> Self

    /// The product of a closure that returns a value.
    @_spi(Sealed) static func product(returning value: Success) -> Product

    /// A product that changes the instance of another product.
    @_spi(Sealed) static func product(_ product: Product, changing change: @escaping (inout Success) -> Void) -> Product
}

extension EffectfulFactory {
    @_spi(Sealed) public var identity: DependencyIdentity { DependencyIdentity(registration.declaration) }

    /// A copy with a change.
    func with(_ change: (inout Dependency) -> Void) -> Self { applying(registration.change(change)) }

    /// Makes a new instance each time, even if the container has a default scope.
    @export(implementation) @inline(always) public var unique: Self { applying(registration.setting(.unique)) }

    // MARK: - Replacing and resetting

    /// Overrides with a value. See ``FactoryModifying/override(with:fileID:line:column:)``.
    @discardableResult
    public func override(
        with value: Success,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) -> Self {
        override(at: CallSite(fileID: fileID, line: line, column: column), with: value)
    }

    @discardableResult
    package func override(at call: CallSite, with value: Success) -> Self {
        override(at: call, returning: { _ in value })
    }

    @discardableResult
    package func override(at call: CallSite, returning factory: @escaping (Parameter) -> Success) -> Self {
        overriding(at: call) { Self.product(returning: factory($0)) }
    }

    /// Changes each new instance. A failure is not changed. See ``FactoryModifying/modify(_:fileID:line:column:)``.
    public func modify(
        _ change: @escaping (inout Success) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        modify(at: CallSite(fileID: fileID, line: line, column: column), change)
    }

    package func modify(at call: CallSite, _ change: @escaping (inout Success) -> Void) {
        decorating(at: call) { Self.product($0, changing: change) }
    }

    /// Overrides with a closure as a container stores it.
    func overriding(at call: CallSite, _ closure: @escaping (Parameter) -> Product) -> Self {
        registration.dependency.override(by: ErasedClosure(closure), at: call)
        return self
    }

    /// Decorates with a closure as a container stores it.
    func decorating(at call: CallSite, _ closure: @escaping (Product) -> Product) {
        registration.dependency.decorate(by: ErasedClosure(closure), at: call)
    }

    /// Makes the preceding modifiers apply only until they are changed from outside. See ``FactoryModifying/once()``.
    @discardableResult
    public func once() -> Self { with { $0.passOnce() } }

    /// Clears what `options` names for this declaration. See ``FactoryModifying/reset(_:)``.
    @discardableResult
    public func reset(_ options: FactoryResetOptions = .all) -> Self {
        registration.dependency.reset(options)
        return self
    }
}

extension EffectfulFactory where Self: Sendable {
    // MARK: - Choosing a lifetime

    /// Sets the scope that keeps instances. See ``FactoryModifying/scope(_:)``.
    @discardableResult
    public func scope(_ scope: Scope?) -> Self { with { $0.set(scope?.stored) } }

    /// Keeps the instance in the container until it is cleared.
    @export(implementation) @inline(always) public var cached: Self { applying(registration.setting(.cached)) }

    /// Shares one instance among everything that one outermost resolution builds. See ``Scope/Graph``.
    @export(implementation) @inline(always) public var graph: Self { applying(registration.setting(.graph)) }

    /// Keeps an object in the container while it is referenced elsewhere.
    @export(implementation) @inline(always) public var shared: Self { applying(registration.setting(.shared)) }

    /// Keeps the instance for all containers, until it is cleared.
    @export(implementation) @inline(always) public var singleton: Self { applying(registration.setting(.singleton)) }

    /// Expires an instance that has not been resolved for a number of seconds. See ``FactoryModifying/timeToLive(_:)-(Double)``.
    ///
    /// The time begins when an asynchronous construction has ended.
    @discardableResult
    public func timeToLive(_ seconds: Double) -> Self { applying(registration.setting(timeToLive: seconds)) }

    /// Expires an instance that has not been resolved for a duration. See ``timeToLive(_:)-(Double)``.
    @discardableResult
    public func timeToLive(_ duration: Duration) -> Self { timeToLive(duration.seconds) }
}

extension EffectfulFactory where Self: Sendable, Parameter: Hashable {
    /// Keeps an instance for each parameter instead of one for all. See ``FactoryModifying/scopeOnParameters``.
    public var scopeOnParameters: Self {
        let modification = registration.manager.scopedOnParameters(
            registration.modification,
            registration.site,
            Success.self,
            Parameter.self,
            of: registration.container
        )
        return applying(.init(modification))
    }
}

extension EffectfulFactory {
    // MARK: - Observing

    /// Reports a failure that the caller receives.
    func report(_ failure: Failure, at call: CallSite) {
        guard let observer = registration.container.manager.failureObserver else { return }
        observer(
            ResolutionFailure(
                error: failure,
                path: (ResolutionStack.path + [registration.step]).listing,
                call: call.isKnown ? call.description : nil
            )
        )
    }
}

extension FactoryRegistration {
    /// Whether a resolution need only call the declaration's closure.
    var isDirect: Bool {
        guard case .none = modification else { return false }
        let depth = ResolutionStack.depth
        return depth < ResolutionStack.cycleCheckDepth
            && container.manager.flags.isClear(for: site, isNested: depth > 0)
    }

    /// Begins a resolution that depends on more, and pushes its frame.
    func begin(_ parameter: P, at call: CallSite) -> Resolution {
        Resolution.begin(
            Resolution.Request(
                container: container,
                manager: container.manager,
                declaration: declaration,
                modification: modification,
                call: call,
                parameter: P.self == Void.self ? nil : TypedParameter(parameter)
            )
        )
    }
}

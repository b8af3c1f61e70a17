/// What can be changed about a factory.
///
/// In a declaration, modifiers hold again at each access: what the declaration sets wins over a change from outside.
/// What it does not set can be set from outside, and stays in the container until a reset. A scope, a time to live or
/// ``scopeOnParameters`` that is set already writes nothing.
///
/// A closure that a modifier sets in the declaration belongs to the value, so it may capture `self`. A modifier recognises the
/// declaration by the name and file of `self { }`: do not pass `key` or `fileID`, except that a function that wraps `self { }`
/// forwards its caller's. The container keeps a closure that is set from outside. A closure that captures the container keeps it
/// alive until a reset. Capture it `unowned` only if the container outlives its children, which inherit the closure; otherwise
/// capture it weakly.
///
/// ```swift
/// container.letter.onTest { [unowned container] in Letter(to: "\($0), from \(container.sender())") }
/// ```
///
/// Do not conform your own types: ``Factory`` and ``ParameterFactory`` are the two there are.
public protocol FactoryModifying {
    /// The parameter of the closure, `Void` if there is none.
    associatedtype P
    /// What the closure makes.
    associatedtype T

    /// The declaration, its container and its closure.
    var registration: FactoryRegistration<P, T> { get set }
}

extension FactoryModifying {
    /// This, with instances that a scope keeps.
    @export(implementation)
    @inline(always)
    func kept(by scope: Scope.Kind) -> Self {
        let modified = registration.setting(scope)
        var copy = self
        copy.registration.modification = .some(modified)
        return copy
    }

    private func with(_ change: (inout Dependency) -> Void) -> Self {
        var copy = self
        copy.registration.change(change)
        return copy
    }

    /// This with a closure. What the declaration itself sets travels in the value alone: the container does not keep it, so it
    /// may capture the container.
    private func with(
        closureSetIn key: StaticString,
        _ fileID: StaticString,
        _ change: (inout Modifiers) -> Void
    ) -> Self {
        let isDeclaring = registration.site.key == LiteralText(key) && registration.site.fileID == LiteralText(fileID)
        return with { if isDeclaring { $0.declare(change) } else { $0.modify(change) } }
    }

    private func with(
        _ context: FactoryContextType,
        _ key: StaticString,
        _ fileID: StaticString,
        _ factory: @escaping (P) -> T
    ) -> Self {
        with(closureSetIn: key, fileID) { $0.contexts.set(Closure(factory), for: context) }
    }

    // MARK: - Choosing a lifetime

    /// Keeps instances by a scope; `nil` by the container's default scope. A change of scope clears the instances that
    /// this container keeps by the one before, also where that was the default scope.
    ///
    /// Of one declaration a container keeps one instance, or one for each parameter, whatever the scope: one that is made
    /// for another scope, by a factory that is held for instance, takes its place. Singletons are kept beside it.
    @discardableResult
    public func scope(_ scope: Scope?) -> Self { with { $0.set(scope?.stored) } }

    /// Keeps the instance in the container until it is cleared.
    @export(implementation) @inline(always) public var cached: Self { kept(by: .cached) }

    /// Keeps one instance within an outermost resolution.
    @export(implementation) @inline(always) public var graph: Self { kept(by: .graph) }

    /// Keeps an object for as long as somebody else holds it.
    @export(implementation) @inline(always) public var shared: Self { kept(by: .shared) }

    /// Keeps the instance for all containers, until it is cleared.
    @export(implementation) @inline(always) public var singleton: Self { kept(by: .singleton) }

    /// Makes a new instance each time, also where the container has a default scope.
    @export(implementation) @inline(always) public var unique: Self { kept(by: .unique) }

    /// Expires an instance that has not been resolved for `seconds`. Each resolution of a factory that has a time to live
    /// begins it anew. One of a factory that has none does not, where both find the same instance: a singleton, for which
    /// only one container has been given a time, or what was kept before a time was set.
    ///
    /// An instance whose time is over is released at the next resolution or reset, not before. One of several for parameters may
    /// go before its own parameter is resolved again: while others are added, at ``ContainerManager/push()``, and where
    /// `withContainer` makes a child. It is measured by the time to live of the last resolution that added one.
    ///
    /// - Parameter seconds: The time to live. An instance that was kept before this was first set begins it at its next
    ///   resolution. With zero or less none is kept, and none is handed out that was kept before.
    @discardableResult
    public func timeToLive(_ seconds: Double) -> Self {
        with { $0.modify(unless: { $0.timeToLive == seconds }) { $0.timeToLive = seconds } }
    }

    /// Sets a decorator in place of the container's and of an earlier one.
    ///
    /// It runs at each resolution, also of an instance that a scope kept, after the decorators of what that instance
    /// needed, on the thread that resolves and with no lock held.
    @discardableResult
    public func decorator(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        _ decorator: @escaping @Sendable (_ instance: T) -> Void
    ) -> Self {
        self.decorator(key: key, fileID: fileID) { instance, _ in decorator(instance) }
    }

    /// Sets a decorator that is also told whether this resolution built the instance. See ``decorator(key:fileID:_:)-(_,_,(T)->Void)``.
    @discardableResult
    public func decorator(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        _ decorator: @escaping @Sendable (_ instance: T, _ isNew: Bool) -> Void
    ) -> Self {
        with(closureSetIn: key, fileID) { $0.decorator = Closure<(T, Bool), Void> { decorator($0.0, $0.1) } }
    }

    // MARK: - Choosing by context

    /// Sets a closure to use in some contexts, in place of a registered one and of the declaration's.
    ///
    /// Where several apply, process arguments come first, in their order, then runtime arguments, preview, test,
    /// simulator or device, and debug. Instances that are kept already stay.
    @discardableResult
    public func context(
        _ contexts: FactoryContextType...,
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) -> T
    ) -> Self { contexts.reduce(self) { $0.with($1, key, fileID, factory) } }

    /// Sets a closure to use where the program has an argument. See ``context(_:key:fileID:factory:)``.
    @discardableResult
    public func onArg(
        _ argument: String,
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) -> T
    ) -> Self { with(.arg(argument), key, fileID, factory) }

    /// Sets a closure to use where the program has one of several arguments. See ``context(_:key:fileID:factory:)``.
    @discardableResult
    public func onArgs(
        _ arguments: [String],
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) -> T
    ) -> Self { with(.args(arguments), key, fileID, factory) }

    /// Sets a closure to use in previews. See ``context(_:key:fileID:factory:)``.
    @discardableResult
    public func onPreview(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) -> T
    ) -> Self { with(.preview, key, fileID, factory) }

    /// Sets a closure to use in tests. See ``context(_:key:fileID:factory:)``.
    @discardableResult
    public func onTest(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) -> T
    ) -> Self { with(.test, key, fileID, factory) }

    /// Sets a closure to use in debug builds. See ``context(_:key:fileID:factory:)``.
    @discardableResult
    public func onDebug(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) -> T
    ) -> Self { with(.debug, key, fileID, factory) }

    /// Sets a closure to use in a simulator. See ``context(_:key:fileID:factory:)``.
    @discardableResult
    public func onSimulator(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) -> T
    ) -> Self { with(.simulator, key, fileID, factory) }

    /// Sets a closure to use anywhere but in a simulator. See ``context(_:key:fileID:factory:)``.
    @discardableResult
    public func onDevice(
        key: StaticString = #function,
        fileID: StaticString = #fileID,
        factory: @escaping (P) -> T
    ) -> Self { with(.device, key, fileID, factory) }

    // MARK: - Changing

    /// Sets a closure to use in place of all others: of the declaration's, of a registered one, and of those for
    /// contexts, also if the declaration sets them. Clears the instances that the scope keeps, as a registration does.
    ///
    /// A later override takes its place. A reset of `.all` or `.registration` and a `pop` remove it.
    @discardableResult
    public func override(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column,
        _ factory: @escaping (P) -> T
    ) -> Self {
        let call = CallSite(fileID: fileID, line: line, column: column)
        return override(at: call, factory)
    }

    /// Sets a closure to use in place of all others, for what was written at another place.
    @discardableResult
    package func override(at call: CallSite, _ factory: @escaping (P) -> T) -> Self {
        registration.dependency.override(by: Closure(factory), at: call)
        return self
    }

    /// Makes the modifiers before it in a declaration apply only until somebody outside changes them.
    ///
    /// The container stores them once, except closures, which stay with the value. From then on each factory uses what the
    /// container has, also one that was made before a change. A reset of `.all` brings them back.
    @discardableResult
    public func once() -> Self { with { $0.passOnce() } }

    /// Clears what is registered and kept for this declaration in its container, and its singleton.
    ///
    /// Instances that are kept go with `.all` and `.scope`. What is being built meanwhile is handed to its callers, but not
    /// kept, with any option but `.none`.
    @discardableResult
    public func reset(_ options: FactoryResetOptions = .all) -> Self {
        registration.dependency.reset(options)
        return self
    }

    /// Clears what `options` names. See ``reset(_:)``.
    @discardableResult
    public func reset(options: FactoryResetOptions) -> Self { reset(options) }
}

extension FactoryModifying where P: Hashable {
    /// Keeps an instance for each parameter instead of one for all. Parameters are compared with `==`.
    ///
    /// One reset clears all of them. A parameter is kept as long as its instance. If its `.shared` object is gone or its time to
    /// live has expired, it is evicted while other parameters are added, at a constant cost for each. Other parameters stay until
    /// a reset.
    @export(implementation)
    @inline(always)
    public var scopeOnParameters: Self {
        let modification = registration.manager.scopedOnParameters(
            registration.modification,
            registration.site,
            T.self,
            P.self,
            of: registration.container
        )
        var copy = self
        copy.registration.modification = modification
        return copy
    }
}

extension FactoryModifying {
    /// The declaration of this factory.
    package var declaration: Declaration { registration.declaration }
}

public import Wiring

/// A ``Factory`` whose closure may throw.
///
/// ```swift
/// extension Container {
///     var license: ThrowingFactory<License, LicenseError> {
///         self { () throws(LicenseError) in try License.load() }.cached
///     }
/// }
///
/// let license = try container.license()
/// ```
/// The closure runs as that of a ``Factory`` does. If it throws, all callers that wait for the instance receive the
/// error unchanged. No scope keeps an error: the next caller runs the closure again.
/// ``ContainerManager/failureObserver`` receives the error, with the path that led to it.
///
/// Each modifier behaves like the one of a ``Factory``, and its closure may throw, too. The closure of `modify` may not. If the type
/// of the error is not `any Error`, state it in the closure: `.onTest { () throws(LicenseError) in License.mock }`. The modifiers that set
/// a scope require a `Sendable` factory, that is, a `Sendable` instance and parameter.
public typealias ThrowingFactory<Success, Failure: Error> = ThrowingParameterFactory<Void, Success, Failure>

/// A ``ThrowingFactory`` whose closure takes a parameter.
///
/// ```swift
/// extension Container {
///     var draft: ThrowingParameterFactory<String, Sheet, any Error> { self { try Sheet(draft: $0) } }
/// }
///
/// let draft = try container.draft("letter")
/// ```
@frozen
public struct ThrowingParameterFactory<Parameter, Success, Failure: Error>: EffectfulFactory {
    @usableFromInline package var storedRegistration: FactoryRegistration<Parameter, Success>
    @usableFromInline let make: (Parameter) throws(Failure) -> Success

    /// The declaration, its container, and what modifiers have set.
    @_documentation(visibility: internal)
    public var registration: FactoryRegistration<Parameter, Success> { storedRegistration }

    @export(implementation)
    @inline(always)
    init(
        _ container: any ManagedContainer,
        _ site: Declaration.Site,
        _ isolation: (any Actor)?,
        _ factory: @escaping (Parameter) throws(Failure) -> Success
    ) {
        storedRegistration = FactoryRegistration(container, site, isolation)
        make = factory
    }

    /// Returns a copy with a change. Modifiers call this method; you cannot create a change.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func applying(_ change: FactoryRegistration<Parameter, Success>.Change) -> Self {
        var copy = self
        copy.storedRegistration.modification = change.modification
        return copy
    }

    @_documentation(visibility: internal)
    public static func closure<Input>(
        _ make: @escaping (Input) -> Success
    ) -> FactoryRegistration<Parameter, Success>.Closure {
        let closure = { (input: Input) throws(Failure) in make(input) }
        return .init(ErasedClosure(throwing: closure))
    }

    /// Resolves the dependency for a parameter. ``Factory/callAsFunction(fileID:line:column:)`` says when the closure runs.
    ///
    /// - Throws: What the closure that makes the instance, or one that decorates it, throws.
    @export(implementation)
    @inline(always)
    public func callAsFunction(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success { try find(parameters, at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Resolves the dependency for a parameter. See ``callAsFunction(_:fileID:line:column:)``.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func resolve(
        _ parameters: Parameter,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success { try find(parameters, at: CallSite(fileID: fileID, line: line, column: column)) }

    /// Returns the stored instance, or resolves.
    @export(implementation)
    @inline(always)
    package func find(_ parameters: Parameter, at call: CallSite) throws(Failure) -> Success {
        #if DEBUG
            storedRegistration.checkIsolation(at: call)
        #endif
        if case .some(let modified) = storedRegistration.modification {
            // SAFETY: If this misses, the call below uses this value, so the container lives until this has returned.
            do {
                return try storedRegistration.manager.storedInstance(modified, awaitsReadiness: false)
            } catch {}
        }
        return try resolve(parameters, at: call)
    }

    @usableFromInline
    package func resolve(_ parameters: Parameter, at call: CallSite) throws(Failure) -> Success {
        do { return try storedRegistration.storedInstance(for: parameters, awaitsReadiness: false) } catch {}
        let outer = ResolutionStack.exchangeReportedFailures(for: nil)
        do throws(Failure) {
            let instance =
                try storedRegistration.enterIfDirect()
                ? direct(parameters, at: call) : resolveOnSlowPath(parameters, at: call)
            _ = ResolutionStack.exchangeReportedFailures(for: outer)
            return instance
        } catch {
            ResolutionStack.passOn(ResolutionStack.exchangeReportedFailures(for: outer))
            throw error
        }
    }

    /// Calls the declaration's closure, and pops its frame.
    private func direct(_ parameters: Parameter, at call: CallSite) throws(Failure) -> Success {
        defer { ResolutionStack.pop() }
        do throws(Failure) { return try make(parameters) } catch {
            _ = failure(error, in: storedRegistration.container.manager, at: call)
            throw error
        }
    }

    /// The failure of the innermost resolution of this thread, of which the observer of failures has been told. The closure that this
    /// is nested in learns of it.
    private func failure(_ error: Failure, in manager: ContainerManager, at call: CallSite) -> ConstructionFailure {
        let passedOn = ResolutionStack.exchangeReportedFailures(for: nil)
        let failure = manager.observedFailure(error, passedOn: passedOn, path: ResolutionStack.path, at: call.ifKnown)
        _ = ResolutionStack.exchangeReportedFailures(for: failure.reported)
        return failure
    }

    private func resolveOnSlowPath(_ parameters: Parameter, at call: CallSite) throws(Failure) -> Success {
        let resolution = Resolution.begin(storedRegistration.request(at: call, for: .of(parameters)))
        defer { ResolutionStack.pop() }
        if case .failure(let failure) = resolution.next {
            _ = ResolutionStack.exchangeReportedFailures(for: failure.reported)
            resolution.observation?.endWithoutInstance()
            // SAFETY: The closures of this declaration throw nothing else.
            throw failure.error as! Failure
        }
        do throws(Failure) {
            var instance: Success
            switch resolution.next {
            case .instance(let stored): return resolution.found(stored, Success.self)
            case .declaration: instance = try make(parameters)
            case .closure(let closure):
                instance = try closure.throwing(Parameter.self, Success.self, Failure.self)(parameters)
            case .failure, .wait: fatalError("the failure was thrown, and only tasks await a flight")
            }
            for decoration in resolution.decorations {
                instance = try decoration.closure.throwing(Success.self, Success.self, Failure.self)(instance)
            }
            resolution.store(&instance)
            resolution.show(instance)
            return instance
        } catch {
            resolution.fail(failure(error, in: resolution.request.manager, at: call))
            resolution.observation?.endWithoutInstance()
            throw error
        }
    }
}

extension ThrowingParameterFactory where Parameter == Void {
    /// Resolves the dependency. ``Factory/callAsFunction(fileID:line:column:)`` says when the closure runs.
    ///
    /// - Throws: What the closure that makes the instance, or one that decorates it, throws.
    @export(implementation)
    @inline(always)
    public func callAsFunction(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success {
        try find((), at: CallSite(fileID: fileID, line: line, column: column))
    }

    /// Resolves the dependency. See ``callAsFunction(fileID:line:column:)``.
    @_documentation(visibility: internal)
    @export(implementation)
    @inline(always)
    public func resolve(
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) throws(Failure) -> Success {
        try find((), at: CallSite(fileID: fileID, line: line, column: column))
    }
}

// SAFETY: The compiler cannot check this, as for `Factory`.
extension ThrowingParameterFactory: @unchecked Sendable where Parameter: Sendable, Success: Sendable {}

public import Wiring

// Each kind has modifiers of its own that take closures. Modifiers that take an associated type would need metadata of a type of
// functions with typed errors, which systems before those of 2024 do not have.

/// A factory whose closure may throw or await. Do not conform your own types.
///
/// The modifiers that set a scope require a `Sendable` factory, that is, a `Sendable` instance and parameter.
@_documentation(visibility: internal)
public protocol EffectfulFactory<Success, Failure>: DeclaredDependency where Sharing == Self {
    /// The type of the instance.
    associatedtype Success where Success == T
    /// The type of the errors that the closure throws.
    associatedtype Failure: Error
}

extension FactoryRegistration {
    /// The stored instance of a declaration that has a time to live, or an instance for each parameter.
    @inline(__always)
    func storedInstance(for parameters: P, awaitsReadiness: Bool) throws(Miss) -> T {
        guard case .some(let modified) = modification else { throw Miss() }
        return try managerOfAnyContainer.storedInstance(modified, for: parameters, awaitsReadiness: awaitsReadiness)
    }

    /// Whether a resolution need only call the declaration's closure.
    @inline(__always)
    var isDirect: Bool {
        guard case .none = modification else { return false }
        return managerOfAnyContainer.isDirect(site)
    }

    /// Pushes the frame of such a resolution. If it depends on more, this returns `false`, and there is no frame.
    @inline(__always)
    func enterIfDirect() -> Bool {
        guard case .none = modification else { return false }
        return managerOfAnyContainer.enterIfDirect(declaration, of: container)
    }

    /// Begins a resolution of an asynchronous declaration that depends on more, and pushes its frame.
    @inline(__always)
    func beginAsynchronous(_ parameter: P, at call: CallSite) -> ContainerManager.RetentionStep {
        let manager = container.manager
        manager.registerAutomatically(container)
        guard case .some(.reference(let reference)) = modification, !manager.areFailuresObserved else {
            return .resolution(Resolution.begin(asynchronousRequest(parameter, at: call)))
        }
        return manager.begin(reference, of: container, waiters: TaskWaiters.self) { _ in
            asynchronousRequest(parameter, at: call)
        }
    }

    func asynchronousRequest(_ parameter: P, at call: CallSite) -> Resolution.Request {
        var request = request(at: call, for: .of(parameter))
        request.waiters = TaskWaiters.self
        return request
    }
}

// MARK: - Failures

extension ContainerManager {
    /// The failure of a closure. ``failureObserver`` has been told of it, unless it has received the error from a dependency.
    ///
    /// - Parameters:
    ///   - passedOn: The failures that dependencies have passed on to the closure.
    ///   - path: The path that ends with the dependency.
    ///   - call: Where the dependency was resolved, if that is known.
    package func observedFailure(
        _ error: any Error,
        passedOn: ReportedFailures? = nil,
        path: @autoclosure () -> [PathStep],
        at call: CallSite? = nil
    ) -> ConstructionFailure {
        let observer = currentSettings.failureObserver
        let failure = ConstructionFailure(error: error, passedOn: passedOn, observer: observer)
        if let observer, !(error is CancellationError), !failure.isReported(to: observer) {
            observer.receive(error, path: path(), at: call)
        }
        return failure
    }
}

extension ConstructionFailure {
    /// The failure of a caller that has stopped waiting.
    static var cancellation: ConstructionFailure { ConstructionFailure(error: CancellationError()) }

    /// Whether an observer has received the error from a dependency.
    fileprivate func isReported(to observer: AnyObject) -> Bool {
        passedOn?.receivers(of: error).contains(ObjectIdentifier(observer)) ?? false
    }

    /// Who has received the error, for the closure that it is passed on to; `nil` if no one has.
    package var reported: ReportedFailures? {
        guard observer != nil || passedOn != nil, !(error is CancellationError) else { return nil }
        let receivers = (passedOn?.receivers(of: error) ?? []) + (observer.map { [ObjectIdentifier($0)] } ?? [])
        return receivers.isEmpty ? nil : ReportedFailures([(error, receivers)])
    }
}

extension ReportedFailures {
    /// A closure may try again and again, and passes on one of the last errors, if any.
    private static var limit: Int { 16 }

    /// These failures after earlier ones.
    fileprivate func following(_ earlier: ReportedFailures?) -> ReportedFailures {
        earlier.map { ReportedFailures(($0.entries + entries).suffix(Self.limit)) } ?? self
    }

    /// The observers that have received an error.
    fileprivate func receivers(of error: any Error) -> [ObjectIdentifier] {
        entries.flatMap { Self.isSame($0.error, error) ? $0.receivers : [] }
    }

    /// Whether two errors are the same object or, if they are no objects, have the same type and description.
    package static func isSame(_ error: any Error, _ other: any Error) -> Bool {
        guard type(of: error) == type(of: other) else { return false }
        guard type(of: error) is AnyClass else { return "\(error)" == "\(other)" }
        // Cast to its type first: an error that was thrown again may be in another one's box, and would become a new object.
        func isSame<E>(_ type: E.Type) -> Bool { (error as? E) as AnyObject? === (other as? E) as AnyObject? }
        return _openExistential(type(of: error) as Any.Type, do: isSame)
    }
}

extension ResolutionStack {
    /// Tells the closure that the current resolution is nested in, if there is one, of a failure.
    package static func passOn(_ failure: ReportedFailures?) {
        guard let failure else { return }
        if depth > 0 {
            let earlier = exchangeReportedFailures(for: nil)
            _ = exchangeReportedFailures(for: failure.following(earlier))
        } else {
            AsyncStep.current?.passOn(failure)
        }
    }
}

extension AsyncStep {
    /// Records that a dependency has passed a failure on to the closure.
    fileprivate func passOn(_ failure: ReportedFailures) {
        withContents { contents in
            let earlier = contents?.record.reportedFailures
            contents?.record.reportedFailures = failure.following(earlier)
        }
    }
}

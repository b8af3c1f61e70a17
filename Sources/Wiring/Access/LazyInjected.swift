/// Resolves a dependency from the shared container at its first use, and keeps it.
///
/// ```swift
/// final class Upload {
///     @LazyInjected(\.api) private var api
///     deinit { $api.resolvedOrNil()?.close() }
/// }
/// ```
/// It is a value, like a `lazy var`: a copy that was made before the first use resolves for itself, and whoever uses one
/// copy from several threads keeps them apart. No lock is taken.
@propertyWrapper
public struct LazyInjected<T> {
    @usableFromInline let source: SharedFactory<T>
    @usableFromInline var state = State.unresolved

    @usableFromInline
    enum State {
        case unresolved
        case resolved(T)
    }

    /// Names a dependency that is declared on ``Container``.
    @export(implementation)
    public init(_ keyPath: KeyPath<Container, Factory<T>>) { source = .container(keyPath) }

    /// Names a dependency that is declared on a container type of one's own.
    @export(implementation)
    public init<C: SharedContainer>(_ keyPath: KeyPath<C, Factory<T>>) { source = SharedFactory(keyPath) }

    /// The instance, resolved when it is first read and was not set before.
    @export(implementation) public var wrappedValue: T {
        mutating get {
            if case .resolved(let instance) = state { return instance }
            let instance = source.current.resolve(at: .unknown)
            state = .resolved(instance)
            return instance
        }
        set { state = .resolved(newValue) }
    }

    /// The wrapper itself.
    public var projectedValue: LazyInjected<T> {
        get { self }
        set { self = newValue }
    }

    /// The dependency's factory in the container that is the shared one now.
    public var factory: Factory<T> { source.current }

    /// Resolves now, also if that has happened before, after clearing what `options` names.
    public mutating func resolve(
        reset options: FactoryResetOptions = .none,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        column: UInt = #column
    ) {
        state = .resolved(
            source.resolve(reset: options, at: CallSite(fileID: fileID, line: line, column: column))
        )
    }

    /// The instance if there is one. Resolves nothing.
    public func resolvedOrNil() -> T? {
        if case .resolved(let instance) = state { instance } else { nil }
    }
}

extension LazyInjected.State: Sendable where T: Sendable {}
extension LazyInjected: Sendable where T: Sendable {}

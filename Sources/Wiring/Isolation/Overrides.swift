/// A reusable set of changes to containers.
///
/// ```swift
/// extension Overrides {
///     static let offline = Overrides { $0.api.override { MockAPI() } }
///     static let mailless = Overrides { $0.letter.override { Letter(to: "nobody, not \($0)") } }
///     static let demo: Overrides = [.offline, .mailless]
/// }
///
/// let api = withContainer(.offline) { Container.shared.api() }
/// ```
/// In a test it is a trait: `@Test(.container, .override(.offline))`. The changes of ``AsyncOverrides`` may
/// suspend and throw.
public struct Overrides: Sendable, ExpressibleByArrayLiteral {
    /// A change of the shared container of a type.
    package typealias Change = (container: any TaskLocalContainer.Type, apply: @Sendable () -> Void)

    package let changes: [Change]

    /// Creates a set of changes of the shared ``Container``. To use code of the main actor, create ``AsyncOverrides`` instead.
    ///
    /// - Parameter change: Runs each time the set is applied, on the thread that applies it, with the new shared container.
    public init(_ change: @escaping @Sendable (Container) -> Void) { self.init(Container.self, change) }

    /// Creates a set of changes of the shared container of a type. See `init(_:)` for when the closure runs.
    public init<C: TaskLocalContainer>(_ type: C.Type, _ change: @escaping @Sendable (C) -> Void) {
        changes = [(type, { @Sendable in change(C.shared) })]
    }

    /// Combines sets in order. The last override of a declaration wins.
    @_documentation(visibility: internal)
    public init(arrayLiteral sets: Overrides...) { self.init(combining: sets) }

    package init(combining sets: [Overrides]) { changes = sets.flatMap(\.changes) }
}

/// A reusable set of changes to containers. The changes may suspend and throw.
///
/// ```swift
/// extension AsyncOverrides {
///     static let recordedSky = AsyncOverrides { container in
///         let recorded = try await RecordedWeather.load("sky")
///         container.weather.override { recorded }
///     }
/// }
///
/// let recorded = try await withContainer(.recordedSky) { Container.shared.weather().sky() }
/// ```
/// In a test it is a trait: `@Test(.container, .override(.recordedSky))`.
///
/// This type is separate from ``Overrides`` because a synchronous operation cannot wait for changes that suspend.
public struct AsyncOverrides: Sendable, ExpressibleByArrayLiteral {
    /// A change of the shared container of a type.
    package typealias Change = (container: any TaskLocalContainer.Type, apply: @Sendable () async throws -> Void)

    package let changes: [Change]

    /// Creates a set of changes of the shared ``Container``.
    ///
    /// - Parameter change: Runs each time the set is applied, with the new shared container, and with the isolation of the call of
    ///   `withContainer` unless it names another. In a trait, it runs on no actor. If it throws, the changes after it and the
    ///   operation do not run.
    public init(_ change: @escaping @Sendable (Container) async throws -> Void) {
        self.init(Container.self, change)
    }

    /// Creates a set of changes of the shared container of a type. See `init(_:)` for when the closure runs.
    public init<C: TaskLocalContainer>(_ type: C.Type, _ change: @escaping @Sendable (C) async throws -> Void) {
        changes = [(type, { @Sendable in try await change(C.shared) })]
    }

    /// Creates a set with the changes of a synchronous one, to combine it with others.
    public init(_ overrides: Overrides) {
        changes = overrides.changes.map { ($0.container, $0.apply) }
    }

    /// Combines sets in order. The last override of a declaration wins.
    @_documentation(visibility: internal)
    public init(arrayLiteral sets: AsyncOverrides...) { self.init(combining: sets) }

    package init(combining sets: [AsyncOverrides]) { changes = sets.flatMap(\.changes) }
}

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
    package struct Change: Sendable {
        package let container: any TaskLocalContainer.Type
        package let apply: @Sendable () -> Void
    }

    package let changes: [Change]

    /// Creates a set of changes of the shared ``Container``. To use code of the main actor, create ``AsyncOverrides`` instead.
    ///
    /// - Parameter change: Runs each time the set is applied, on the thread that applies it, with the new shared container.
    public init(_ change: @escaping @Sendable (Container) -> Void) { self.init(Container.self, change) }

    /// Creates a set of changes of the shared container of a type.
    public init<C: TaskLocalContainer>(_ type: C.Type, _ change: @escaping @Sendable (C) -> Void) {
        changes = [Change(container: type) { change(C.shared) }]
    }

    /// Combines sets in order. The last override of a declaration wins.
    public init(arrayLiteral sets: Overrides...) { self.init(combining: sets) }

    package init(combining sets: [Overrides]) { changes = sets.flatMap(\.changes) }
}

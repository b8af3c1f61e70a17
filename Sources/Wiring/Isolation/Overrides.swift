/// A set of changes to containers that can be kept in one place and used by many tests.
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
/// In a test it is a trait: `@Test(.container, .override(.offline))`.
public struct Overrides: Sendable, ExpressibleByArrayLiteral {
    /// One change of the shared container of a type.
    package struct Change: Sendable {
        package let container: any TaskLocalContainer.Type
        package let apply: @Sendable () -> Void
    }

    package let changes: [Change]

    /// Names changes of the shared ``Container``. What the main actor owns is changed in the closure of a trait instead.
    ///
    /// - Parameter change: Runs each time the set is used, on the thread that uses it, with the container that is the
    ///   shared one from then on.
    public init(_ change: @escaping @Sendable (Container) -> Void) { self.init(Container.self, change) }

    /// Names changes of the shared container of a type.
    public init<C: TaskLocalContainer>(_ type: C.Type, _ change: @escaping @Sendable (C) -> Void) {
        changes = [Change(container: type) { change(C.shared) }]
    }

    /// Combines sets, in their order: of two that override the same declaration, the later one counts.
    public init(arrayLiteral sets: Overrides...) { self.init(combining: sets) }

    package init(combining sets: [Overrides]) { changes = sets.flatMap(\.changes) }
}

import Testing

/// What the traits of one test have isolated so far.
struct TestIsolation: Sendable {
    @TaskLocal private static var current: TestIsolation?

    private struct Isolated: Sendable {
        let container: any SharedContainer
        /// For the container's type.
        let transforms: any Sendable
    }

    private let test: Test.ID
    private let singleton: Scope.Singleton
    private let singletons: SingletonIsolation
    private let context: ContextIsolation
    private var isolated: [Isolated] = []

    /// Begins the isolation of a test with the container of its first trait.
    ///
    /// - Parameter isInheriting: Whether the test begins with the current singletons, or with none.
    init(_ test: Test, _ container: some SharedContainer, isInheriting: Bool) {
        self.test = test.id
        singleton = isInheriting ? Scope.singleton.clone() : Scope.Singleton()
        singletons = SingletonIsolation(isInheriting: isInheriting)
        context = ContextIsolation(container)
    }

    /// What the outer traits of a test have isolated, if there are any.
    static func current(for test: Test) -> TestIsolation? {
        current.flatMap { $0.test == test.id ? $0 : nil }
    }

    /// The changes that outer traits have made to a container; `nil` if it is none of theirs.
    func transforms<C: SharedContainer>(of container: C) -> [ContainerTrait<C>.Transform]? {
        isolated.last { $0.container === container }?.transforms as? [ContainerTrait<C>.Transform]
    }

    /// This, with one more container, or one more change to it.
    func adding<C: SharedContainer>(_ transforms: [ContainerTrait<C>.Transform], for container: C) -> TestIsolation {
        var copy = self
        copy.isolated.removeAll { $0.container === container }
        copy.isolated.append(Isolated(container: container, transforms: transforms))
        return copy
    }

    /// Runs a part of the test within this isolation.
    func run(_ operation: () async throws -> Void) async throws {
        try await TestIsolation.$current.withValue(self) {
            try await Scope.$singleton.withValue(singleton) {
                try await SingletonIsolation.$current.withValue(singletons) {
                    try await ContextIsolation.$current.withValue(context) { try await operation() }
                }
            }
        }
    }
}

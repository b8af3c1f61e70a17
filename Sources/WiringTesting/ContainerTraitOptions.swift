/// The state that a test with a ``ContainerTrait`` begins with, and whether the test is strict.
public struct ContainerTraitOptions: OptionSet, Sendable {
    /// The options' bits.
    public let rawValue: Int

    /// Creates options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The test begins with the current container's registrations, contexts, settings and instances, and with the current
    /// singletons. From then on, the two are independent. What `autoRegister()` has set in the current container is not
    /// inherited: the test's container runs its own `autoRegister()`.
    ///
    /// One of several traits for a container type is enough. If another container type of the test inherits nothing, the
    /// singletons and the context are new for all of them.
    public static let inheriting = ContainerTraitOptions(rawValue: 1)

    /// The test fails if it resolves a live dependency, leaves a replacement unused, or uses the container of the process.
    ///
    /// A dependency is *live* if neither the test's traits, its body nor a `withContainer` in it has set an override or a
    /// registration for it, and no closure for tests, previews or launch arguments applies. What `autoRegister()` registers and
    /// what the test inherits is live. A closure that the test contributes to a collection counts as a registration. A
    /// decorated or modified dependency is live if it would be live without that. The issue is recorded at the line that
    /// resolved the dependency. It names the declaration, its file and line, and the path that led there. The test continues
    /// with the live instance.
    ///
    /// An override, a registration, or a call of `decorate` or `modify` that the test's containers still have at its end, and
    /// that was never used, fails the test at the line that set it. What `autoRegister()` registers and what the test inherits
    /// need not be used. A registration by type, and one in a nested `withContainer`, need not be used. ``AllowTrait`` names
    /// dependencies that may be live and need not be used.
    ///
    /// A resolution from the container that the test's replaces, or from one of another test, fails the test if it happens on
    /// the test's task. So does a resolution from the container of the process on the test's task, or on no test's task: see
    /// ``ContainerTrait``. On no test's task it is an *escape*, which may belong to any running test. It fails the test if no
    /// other test with one of these traits is running at that moment. Otherwise each running strict test gets a warning at its
    /// end; ``strictAboutEscapes`` makes that a failure. No resolution is checked while no strict test runs. A nested trait
    /// cannot turn strictness off, and neither can `withTestContainer` in the test.
    ///
    /// If the test's own task or a child of it resolves, the issue is recorded immediately, and `withKnownIssue` can expect
    /// it. If another thread or a detached task does, it is recorded at the end of the test.
    public static let strict = ContainerTraitOptions(rawValue: 2)

    /// Like ``strict``, but an escape also fails the test while other tests run, even if it belongs to one of them.
    public static let strictAboutEscapes: ContainerTraitOptions = [.strict, ContainerTraitOptions(rawValue: 4)]
}

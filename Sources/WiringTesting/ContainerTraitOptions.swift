/// How a ``ContainerTrait`` begins.
public struct ContainerTraitOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Makes options from their bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The test begins with what the current container knows at that moment: registrations, contexts, settings and
    /// instances, and with the current singletons. From then on it goes its own way. What `autoRegister()` has set there is
    /// not inherited: the test's container runs its own.
    ///
    /// Where an outer trait has made a container for the test already, that is the current one.
    public static let inheriting = ContainerTraitOptions(rawValue: 1)

    /// Resolving what the test did not replace fails it: a declaration for which neither its traits, its body nor a
    /// `withContainer` in it has set an override or a registration, and that has no closure for tests, previews or launch
    /// arguments. What `autoRegister()` registers and what the test inherits is live. The issue stands at the line that
    /// resolved it, names the declaration, its file and line, and the way that led there. The test goes on with the live
    /// instance.
    ///
    /// An override or a registration that the test's containers still have at its end and that was never used fails the test,
    /// too, at its own line;
    /// what `autoRegister()` registers and what the test inherits need not be. ``AllowTrait`` names what may be live and need
    /// not be used.
    ///
    /// And so does a resolution that comes to the container of the process meanwhile, on this test's task or on no test's: see
    /// ``ContainerTrait``. Such a resolution on no test's task is an *escape*, and may belong to any running test. It fails the
    /// test if no other test with one of these traits runs at that moment. Otherwise each running strict test gets a warning at
    /// its end; ``strictAboutEscapes`` makes that a failure. Outside of such a test nothing changes. It cannot be taken back within.
    ///
    /// An issue is recorded at once where the test's own task or a child of it resolves, so that `withKnownIssue` can expect
    /// it; where another thread or a detached task does, at the end of the test.
    public static let strict = ContainerTraitOptions(rawValue: 2)

    /// As ``strict``; an escape also fails the test while other tests run, even if it was one of theirs.
    public static let strictAboutEscapes: ContainerTraitOptions = [.strict, ContainerTraitOptions(rawValue: 4)]
}

/// The state that a test with a ``ContainerTrait`` begins with, and whether the test is strict.
public struct ContainerTraitOptions: OptionSet, Sendable {
    /// The options' bits.
    @_documentation(visibility: internal)
    public let rawValue: Int

    /// Creates options from their bits.
    @_documentation(visibility: internal)
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The test begins with the current container's registrations, contexts, settings and instances, and with the current
    /// singletons. From then on, the two are independent. What `autoRegister()` has set in the current container is not
    /// inherited: the test's container runs its own `autoRegister()`.
    ///
    /// If a test has several traits for a container type, it is enough that one of them has this option. If another
    /// container type of the test inherits nothing, the singletons and the context are new for all of them. They stay those of the
    /// test if a trait of your own binds another container between two of these.
    public static let inheriting = ContainerTraitOptions(rawValue: 1)

    /// The test fails if it resolves a real dependency, leaves a replacement unused, or uses the container of the process.
    ///
    /// A dependency is *real* if the test has not replaced it: the test's traits, its body and any `withContainer` in
    /// it have set no override or registration for it, and no closure for tests, previews, launch arguments or the environment applies.
    /// A real instance that the test inherits stays real if the test sets such a closure, or the argument that selects
    /// one. Registrations from `autoRegister()`, and those that a test inherits, are not replacements: their
    /// dependencies stay real. A closure that the test contributes to a collection counts as a registration. Decorating or
    /// modifying a dependency does not count as a replacement. The issue is recorded at the line that resolved the dependency. It names the
    /// declaration, its file and line, and the path that led there. The test continues with the real instance.
    ///
    /// An override, a registration, a contributed closure, or a call of `decorate` or `modify` fails the test, at the line
    /// that set it, if it is still in place at the end of the test and was never used, unless the test throws or is cancelled. The
    /// following need not be used: what `autoRegister()` registers, what the test inherits, registrations by type, closures for contexts,
    /// parts that are contributed by their key paths, and replacements in a nested `withContainer` or in a child. ``AllowTrait`` names
    /// dependencies that may be real and need not be used.
    ///
    /// A captive dependency, which is an instance that a container keeps and a singleton holds, fails the test once for
    /// each path, unless ``AllowTrait`` names the instance.
    ///
    /// On the test's task, a resolution from a container outside the test fails the test: from the container of the
    /// process, from the one that the test's container replaces, or from one of another test. A resolution from the
    /// container of the process on no test's task, such as in a detached task, is an *escape*. It may belong to any
    /// running test. An escape fails the test if no other test with one of these traits is running at that moment.
    /// Otherwise each running strict test gets a warning at its end; ``strictAboutEscapes`` makes that a failure. No
    /// resolution is checked while no strict test runs. Neither a nested trait nor `withTestContainer` in the test can
    /// turn strictness off.
    ///
    /// If the test's own task or a child of it resolves, the issue is recorded immediately, and `withKnownIssue` can expect
    /// it each time. If another thread, a detached task or a handler of issues does, it is recorded at the end of the test.
    /// The same failure fails the test once.
    public static let strict = ContainerTraitOptions(rawValue: 2)

    /// Like ``strict``, but an escape also fails the test while other tests run, even if it belongs to one of them.
    public static let strictAboutEscapes: ContainerTraitOptions = [.strict, ContainerTraitOptions(rawValue: 4)]
}

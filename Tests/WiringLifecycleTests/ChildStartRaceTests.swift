#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport
    import WiringTesting

    @testable import Wiring
    @testable import WiringLifecycle

    /// A child that starts while its parent stops.
    @Suite(.timeLimit(.minutes(10))) struct ChildStartRaceTests {
        ///     parent is shut down    child starts              another thread
        ///     base is stopping
        ///                            begins to ask the parent
        ///                                                      resolves the top, if it finds that the child has started
        ///                            must not start
        ///
        /// The top needs the base, so it must not start.
        @Test func aChildThatMustNotStartStartsNothingMeanwhile() async throws {
            try await Scope.$singleton.withValue(Scope.Singleton()) {
                let parent = Tower()
                let child = parent.child()
                let base = child.top()[0]
                try await parent.start(\.base)
                async let shutdown: Void = parent.shutdown()
                await base.isStopping.pass()
                let (isHeldUp, hasReturned) = (AsyncGate(), Locked(false))
                // Holds up the child where it asks the parent, until the top has had time to start.
                async let holdUp: Void = onThread {
                    parent.manager.lazyState.childFollowers.withLock { _ in
                        isHeldUp.open()
                        for _ in 0..<100_000 where base.starts.count == 0 {}
                    }
                }
                await isHeldUp.pass()
                async let resolution: Void = onThread {
                    while child.manager.lifecycle == nil, !hasReturned.withLock({ $0 }) {}
                    _ = child.top()
                }
                let error = await #expect(throws: LifecycleError.self) { try await child.start() }
                #expect(error?.reason == .shutDown)
                hasReturned.withLock { $0 = true }
                await holdUp
                await resolution
                base.mayStop.open()
                await shutdown
                #expect(base.starts.count == 0)
            }
        }
    }

    /// A container of a singleton, and of what needs it in a child.
    private final class Tower: SharedContainer, TaskLocalContainer {
        @TaskLocal static var shared = Tower()
        static var taskLocal: TaskLocal<Tower> { $shared }
        let manager = ContainerManager.silent()

        final class Base: Sendable {
            let isStopping = AsyncGate()
            let mayStop = AsyncGate()
            /// How many instances that need it have started.
            let starts = Counter()
        }

        var base: Factory<Base> {
            self { Base() }.singleton.onStop { base in
                base.isStopping.open()
                await base.mayStop.pass()
            }
        }

        var top: Factory<[Base]> { self { [self.base()] }.cached.onStart { $0[0].starts.increment() } }
    }
#endif

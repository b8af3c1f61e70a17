#if os(Linux) && (DEBUG || TESTS_INTERNALS)  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTesting

    @testable import Wiring

    private final class Registry: SharedContainer, AutoRegistering, TaskLocalContainer {
        @TaskLocal static var shared = Registry()
        static var taskLocal: TaskLocal<Registry> { $shared }
        let manager = ContainerManager()

        func autoRegister() {
            plain.register { Product("registered") }
            part.register { Product("registered") }
        }
    }

    extension Registry {
        var plain: Factory<Product> { self { Product("declared") } }
        var part: Factory<Product> { self { Product("declared") }.cached }
        var whole: Factory<Product> { self { Product("whole", needs: [self.part()]) }.cached }
    }

    /// A change of a container as a whole stops halfway, until another thread waits for its end.
    @Suite(.timeLimit(.minutes(5))) struct WholeChangeTests {
        private let registry = Registry()

        /// Runs both halves of a change on one thread, and `body` on another between them.
        private func between<Result: Sendable>(
            _ first: @escaping @Sendable (Registry) -> DeferredRelease,
            _ second: @escaping @Sendable (Registry) -> DeferredRelease,
            restarting isRestart: Bool,
            _ body: @escaping @Sendable (Registry) -> Result
        ) -> [Result] {
            let (registry, results) = (registry, Collection<Result>())
            _ = (registry.whole(), registry.plain())
            let (begun, other) = (Gate(), BlockingThread())
            onThreads(2) { number in
                guard number == 0 else {
                    begun.pass()
                    return other.run { results.add(body(registry)) }
                }
                let change = {
                    let released = first(registry)
                    begun.open()
                    other.waitUntilBlocked()
                    return (released, second(registry)) as DeferredRelease
                }
                registry.manager.changeAsAWhole { _ in
                    isRestart ? registry.manager.restartAutoRegister(change) : change()
                }
            }
            return results.values
        }

        @Sendable private static func inChild<Result>(
            of registry: Registry,
            _ body: (Registry) -> Result
        ) -> Result {
            Registry.$shared.withValue(registry) {
                withContainer(for: Registry.self) { _ in
                } operation: {
                    body(Registry.shared)
                }
            }
        }

        private static func clear(_ registry: Registry) -> DeferredRelease {
            registry.manager.slots.entries.map { $0.clearAutomaticRegistration() }
        }

        // one                                  another
        // clears what autoRegister has set
        //                                      resolves, waits
        // ends the restart
        //                                      runs autoRegister, resolves
        @Test func aResolutionWaitsForTheEndOfARestart() {
            let names = between({ Self.clear($0) }, { _ in () }, restarting: true) { registry in
                registry.part.reset(.scope)
                return [registry.plain().name, registry.part().name]
            }
            #expect(names == [["registered", "registered"]])
        }

        // one                                  another
        // clears what autoRegister has set
        //                                      makes a child, waits
        // ends the restart
        //                                      runs the child's autoRegister, resolves
        @Test func aChildRegistersAfterARestartOfItsParent() {
            let names = between({ Self.clear($0) }, { _ in () }, restarting: true) { registry in
                Self.inChild(of: registry) { $0.plain().name }
            }
            #expect(names == ["registered"])
        }

        // one                                  another
        // clears what others need
        //                                      makes a child, waits
        // clears what needs it
        //                                      copies neither
        @Test func aChildDoesNotCopyHalfOfAReset() {
            let areConsistent = between(
                { $0.part.reset(.scope) },
                { $0.whole.reset(.scope) },
                restarting: false
            ) { registry in
                Self.inChild(of: registry) { $0.whole().needs[0] === $0.part() }
            }
            #expect(areConsistent == [true])
        }
    }
#endif

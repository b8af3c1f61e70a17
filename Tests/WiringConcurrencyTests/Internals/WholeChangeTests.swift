#if os(Linux) && (DEBUG || TESTS_INTERNALS)  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport
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

    /// Its decorator, which `autoRegister()` sets, resets the container when it is released.
    private final class Decorated: ManagedContainer, AutoRegistering {
        let manager = ContainerManager()

        var plain: Factory<Int> { self { 1 } }

        func autoRegister() {
            let object = DeinitAction { [manager] in manager.reset(options: .scope) }
            decorator { _ in _ = object }
        }
    }

    /// A change of a container as a whole stops halfway, until another thread waits for its end.
    @Suite(.timeLimit(.minutes(10))) struct WholeChangeTests {
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
            registry.manager.slots.entries.map { $0.reset(.registration) }
        }

        // one                                  another
        // resets registrations
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
        // resets registrations
        //                                      makes a copy, waits
        // ends the restart
        //                                      runs the copy's autoRegister, resolves
        @Test func aCopyRegistersAfterARestartOfItsOriginal() {
            let names = between({ Self.clear($0) }, { _ in () }, restarting: true) { registry in
                Self.inChild(of: registry) { $0.plain().name }
            }
            #expect(names == ["registered"])
        }

        // one                                  another
        // clears what others need
        //                                      makes a copy, waits
        // clears what needs it
        //                                      copies neither
        @Test func aCopyDoesNotContainHalfOfAReset() {
            let areConsistent = between(
                { $0.part.reset(.scope) },
                { $0.whole.reset(.scope) },
                restarting: false
            ) { registry in
                Self.inChild(of: registry) { $0.whole().needs[0] === $0.part() }
            }
            #expect(areConsistent == [true])
        }

        // pushing thread                       another
        // reads the settings
        // begins to save them
        //                                      replaces the decorator
        // ends, with the last reference to it
        /// Both threads wait for the settings, in this order. Saving takes milliseconds, because it has to move many states.
        @Test func pushReleasesTheLastReferenceToASettingWithoutALock() {
            let container = Decorated()
            #expect(container.plain() == 1)
            container.manager.push()
            container.manager.changeAsAWhole { saved in
                let state = saved[0]
                saved = Array(repeating: state, count: 100_000)
                while saved.count < saved.capacity { saved.append(state) }
                return ()
            }
            let (pushing, replacing) = (BlockingThread(), BlockingThread())
            let (mayPush, mayReplace) = (Gate(), Gate())
            onThreads(3) { number in
                switch number {
                case 0:
                    container.manager.lazyState.settings.withLock { _ in
                        mayPush.open()
                        pushing.waitUntilBlocked()
                        mayReplace.open()
                        replacing.waitUntilBlocked()
                    }
                case 1:
                    mayPush.pass()
                    pushing.run { container.manager.push() }
                default:
                    mayReplace.pass()
                    replacing.run { container.decorator(nil) }
                }
            }
            container.manager.pop()
            #expect(container.plain() == 1)
        }
    }
#endif

#if canImport(Glibc) || canImport(Darwin) || canImport(Musl)
    import Foundation
    import Testing
    import Wiring

    /// A thread's constructions have ended before the destructors of the program's thread-specific keys run.
    ///
    /// Each test runs in a separate process, and creates its keys before anything is resolved.
    @Suite struct ThreadEndTests {
        final class Leaving: ManagedContainer {
            static let shared = Leaving()
            let manager = ContainerManager()
            let resolved = Counter()
            /// Whether the next construction terminates its thread.
            let isEnding = Locked(true)

            private func make() -> Product {
                let isEnding = isEnding.withLock { isEnding in
                    defer { isEnding = false }
                    return isEnding
                }
                if isEnding { EndingThread.endCurrent() }
                return Product("made")
            }

            var cached: Factory<Product> { self { self.make() }.cached }
            var graph: Factory<Product> { self { self.make() }.graph }
            var plain: Factory<Product> { self { self.make() } }
            var outer: Factory<Product> { self { Product("outer", needs: [self.plain()]) } }

            func resolveAll() {
                _ = (cached(), graph(), plain(), outer())
                resolved.increment()
            }
        }

        /// A key whose destructor resolves.
        private static func makeKey() -> pthread_key_t {
            var key = pthread_key_t()
            #if canImport(Darwin)
                let error = pthread_key_create(&key) { _ in Leaving.shared.resolveAll() }
            #else
                let error = pthread_key_create(&key) { (_: UnsafeMutableRawPointer?) in Leaving.shared.resolveAll() }
            #endif
            precondition(error == 0)
            return key
        }

        // builder                              another
        // sets a key
        // begins to build
        // ends within it
        //   the key's destructor resolves the same
        //                                      resolves the same
        @Test(arguments: 0..<4)
        func aDestructorCanResolveAnInstanceThatItsThreadWasBuilding(_ kind: Int) async {
            await #expect(processExitsWith: .success) { [kind = kind as Int] in
                endProcess(after: 60)
                let key = ThreadEndTests.makeKey()
                let leaving = Leaving.shared
                EndingThread {
                    _ = pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
                    switch kind {
                    case 0: _ = leaving.cached()
                    case 1: _ = leaving.graph()
                    case 2: _ = leaving.plain()
                    default: _ = leaving.outer()
                    }
                }.join()
                guard leaving.resolved.count == 1 else { exit(1) }
                leaving.resolveAll()
                exit(0)
            }
        }

        @Test func destructorsOfManyThreadsCanResolve() async {
            await #expect(processExitsWith: .success) {
                endProcess(after: 60)
                let key = ThreadEndTests.makeKey()
                let leaving = Leaving.shared
                leaving.isEnding.withLock { $0 = false }
                for _ in 0..<200 {
                    EndingThread {
                        _ = pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
                        leaving.resolveAll()
                    }.join()
                }
                exit(leaving.resolved.count == 400 ? 0 : 1)
            }
        }

        // builder                              another
        // begins to build
        // ends within it
        //                                      resolves: builds again
        @Test func aThreadsEndIsDetectedAfterTheProgramHasTakenAllKeys() async {
            await #expect(processExitsWith: .success) {
                endProcess(after: 60)
                var key = pthread_key_t()
                while pthread_key_create(&key, nil) == 0 {}
                let leaving = Leaving.shared
                EndingThread { _ = leaving.cached() }.join()
                exit(leaving.cached() === leaving.cached() ? 0 : 1)
            }
        }
    }
#endif

#if canImport(Glibc) || canImport(Darwin) || canImport(Musl)
    import Foundation
    import Testing
    import Wiring
    import WiringTestSupport

    /// The destructors of the program's thread-specific keys can resolve.
    ///
    /// The test runs in a separate process, and creates its key before anything is resolved.
    @Suite struct ThreadEndTests {
        final class Leaving: ManagedContainer {
            static let shared = Leaving()
            let manager = ContainerManager()
            let resolved = Counter()

            private func make() -> Product { Product("made") }

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

        @Test func destructorsOfManyThreadsCanResolve() async {
            await #expect(processExitsWith: .success) {
                endProcess(after: 60)
                let key = ThreadEndTests.makeKey()
                let leaving = Leaving.shared
                for _ in 0..<200 {
                    EndingThread {
                        _ = pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
                        leaving.resolveAll()
                    }.join()
                }
                exit(leaving.resolved.count == 400 ? 0 : 1)
            }
        }
    }
#endif

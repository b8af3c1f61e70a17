#if os(Linux)
    import Foundation
    import Testing
    import Wiring

    /// A forked child has only one thread. Work of the parent's other threads never finishes there.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct ForkTests {
        final class Nursery: ManagedContainer {
            let manager = ContainerManager()
            /// Runs within the first construction.
            let first = Locked<(@Sendable () -> Void)?>(nil)

            private func make() -> Product {
                first.withLock { first -> (@Sendable () -> Void)? in
                    defer { first = nil }
                    return first
                }?()
                return Product("made")
            }

            var cached: Factory<Product> { self { self.make() }.cached }
            var single: Factory<Product> { self { self.make() }.singleton }
            var each: ParameterFactory<Int, Product> { self { _ in self.make() }.scopeOnParameters.cached }
            var plain: Factory<Product> { self { Product("plain") } }

            func resolveAll() -> Bool {
                cached() === cached() && single() === single() && each(1) === each(1) && plain() !== plain()
            }
        }

        // parent               another thread       child
        //                      begins to build
        // forks
        //                                           resolves: builds again
        //                      continues
        @Test(arguments: 0..<3)
        func aChildBuildsAnInstanceThatAThreadOfItsParentWasBuilding(_ kind: Int) async {
            await #expect(processExitsWith: .success) { [kind = kind as Int] in
                endProcess(after: 500)
                let nursery = Nursery()
                let (begun, end) = (Gate(), Gate())
                let resolve: @Sendable () -> Product = {
                    [{ nursery.cached() }, { nursery.single() }, { nursery.each(1) }][kind]()
                }
                nursery.first.withLock {
                    $0 = {
                        begun.open()
                        end.pass()
                    }
                }
                let builder = EndingThread { _ = resolve() }
                begun.pass()
                OtherThreads.waitUntilAsleep()
                let status = ChildProcess.status { resolve() === resolve() && nursery.resolveAll() }
                end.open()
                builder.join()
                exit(status == 0 && nursery.resolveAll() ? 0 : 1)
            }
        }

        // parent               another thread       a third              child
        //                      begins to build
        //                                           resolves, waits
        // forks
        //                                                                resolves: builds again
        @Test func aChildIgnoresThreadsThatWaitInItsParent() async {
            await #expect(processExitsWith: .success) {
                endProcess(after: 500)
                let nursery = Nursery()
                let (begun, end) = (Gate(), Gate())
                let waiter = WaitingThread()
                nursery.first.withLock {
                    $0 = {
                        begun.open()
                        end.pass()
                    }
                }
                let builder = EndingThread { _ = nursery.cached() }
                begun.pass()
                let third = EndingThread { _ = waiter.run { nursery.cached() } }
                waiter.waitUntilWaiting()
                OtherThreads.waitUntilAsleep()
                let status = ChildProcess.status { nursery.resolveAll() }
                end.open()
                builder.join()
                third.join()
                exit(status == 0 ? 0 : 1)
            }
        }
    }

    /// The threads of this process, other than the calling one.
    enum OtherThreads {
        /// Returns when all of them are asleep. None holds a lock of the system or the language runtime for a moment then, which
        /// would stay locked in a child.
        static func waitUntilAsleep() {
            while !areAsleep { sched_yield() }
        }

        private static var areAsleep: Bool {
            let own = SystemThread.current
            return SystemThread.all.allSatisfy { $0 == own || $0.isAsleep }
        }
    }

    /// A forked process.
    enum ChildProcess {
        @_silgen_name("fork") private static func systemFork() -> Int32

        /// Runs `body` in a forked child and waits for the child to exit.
        ///
        /// - Returns: 0 if `body` returned `true`. A child that hangs is killed after 300 seconds.
        static func status(_ body: () -> Bool) -> Int32 {
            let child = systemFork()
            if child == 0 {
                endProcess(after: 300)
                _exit(body() ? 0 : 1)
            }
            var status: Int32 = -1
            return waitpid(child, &status, 0) == child ? status : -1
        }
    }
#endif

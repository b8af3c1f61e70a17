#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport
    import WiringTesting

    @testable import Wiring

    /// Isolations whose tasks each start the next isolation and end.
    @Suite(.timeLimit(.minutes(10)), .container) struct SuccessiveIsolationTests {
        private struct First {
            weak var manager: ContainerManager?
            weak var state: IsolationState?
        }

        private static let session = Scope.Singleton()

        @Test func theLastIsolationDoesNotRetainTheFirst() async {
            let first = withContainer { _ in
            } operation: {
                Self.session.reset()
                return First(manager: Container.shared.manager, state: IsolationState.current)
            }
            #expect(first.manager == nil && first.state == nil)
            let seen = Locked(First())
            await runChain(100) { left in
                Self.session.reset()
                if left == 100 {
                    seen.withLock { $0 = First(manager: Container.shared.manager, state: IsolationState.current) }
                } else if left == 0 {
                    #expect(seen.withLock { $0.manager == nil && $0.state == nil })
                }
            }
        }

        /// Calls `body` in `left` + 1 isolations, each started by a task of the previous one.
        private func runChain(_ left: Int, _ body: @escaping @Sendable (Int) -> Void) async {
            let (ends, end) = AsyncStream.makeStream(of: Void.self)
            Self.begin(left, end, body)
            for await _ in ends {}
        }

        private static func begin(
            _ left: Int,
            _ end: AsyncStream<Void>.Continuation,
            _ body: @escaping @Sendable (Int) -> Void
        ) {
            withContainer { _ in
            } operation: {
                _ = Task {
                    await Task.yield()
                    body(left)
                    if left == 0 { end.finish() } else { begin(left - 1, end, body) }
                }
            }
        }
    }
#endif

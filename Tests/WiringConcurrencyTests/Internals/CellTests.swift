#if DEBUG || TESTS_INTERNALS  // Other release builds do not expose their internals to tests.
    import Testing
    import WiringTestSupport

    @testable import Wiring

    @Suite(.timeLimit(.minutes(10))) struct CellTests {
        private let scope = Scope.cached.id
        private let other = Scope.shared.id

        private func full<Value>(_ value: Value) -> CellState.Content {
            .full(StoredInstance(value, scope: scope), used: nil)
        }

        @Test func anInstanceIsFoundOnlyByItsScope() {
            let cell = Cell()
            let product = Product("product")
            #expect(throws: Miss.self) { try cell.value(Product.self, scope: scope) }
            _ = cell.replace(with: full(product))
            #expect((try? cell.value(Product.self, scope: scope)) === product)
            #expect(throws: Miss.self) { try cell.value(Product.self, scope: other) }
            _ = cell.replace(with: .empty)
            #expect(throws: Miss.self) { try cell.value(Product.self, scope: scope) }
        }

        @Test func aClearedInstanceIsReleasedOnTheClearingThreadWithoutTheLock() {
            let cell = Cell()
            let thread = Locked<UInt64?>(nil)
            _ = cell.replace(
                with: full(
                    DeinitAction {
                        // The cell's lock is not recursive.
                        #expect(throws: Miss.self) { try cell.value(DeinitAction.self, scope: Scope.cached.id) }
                        thread.withLock { $0 = ResolutionStack.threadNumber }
                    }
                )
            )
            onThreads(1) { _ in
                _ = cell.clear(.everything)
                #expect(thread.withLock { $0 } == ResolutionStack.threadNumber)
            }
        }

        @Test func clearingAScopeKeepsInstancesOfOtherScopes() {
            let cell = Cell()
            _ = cell.replace(with: full(1))
            _ = cell.clear(.scope(other))
            _ = cell.clear(.constructions)
            #expect((try? cell.value(Int.self, scope: scope)) == 1)
            _ = cell.clear(.scope(scope))
            #expect(throws: Miss.self) { try cell.value(Int.self, scope: scope) }
        }
    }
#endif

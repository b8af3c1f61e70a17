#if DEBUG || TESTS_INTERNALS
    import Testing

    @testable import Wiring

    struct LineageTests {
        private typealias Lineage = ContainerManager.Lineage

        @Test func aChildDescendsFromAllLivingAncestors() {
            let first = Lineage(descendantOf: nil)
            let second = Lineage(descendantOf: first)
            let third = Lineage(descendantOf: second)
            #expect(third.isOrDescends(from: first))
            #expect(third.isOrDescends(from: second))
            #expect(!first.isOrDescends(from: third))
            #expect(third.isOrDescends(from: third))
            #expect(!third.isOrDescends(from: Lineage(descendantOf: nil)))
        }

        @Test func ancestorsThatAreGoneAreLeftOut() {
            let first = Lineage(descendantOf: nil)
            var last = Lineage(descendantOf: first)
            for _ in 0..<100 { last = Lineage(descendantOf: last) }
            // The first, and the parent of the last, which was still there.
            #expect(last.ancestors.count == 2)
            #expect(last.isOrDescends(from: first))
        }
    }
#endif

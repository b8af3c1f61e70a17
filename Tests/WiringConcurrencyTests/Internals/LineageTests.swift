#if DEBUG || TESTS_INTERNALS
    import Testing

    @testable import Wiring

    struct LineageTests {
        private typealias Lineage = ContainerManager.Lineage

        @Test func aChildDescendsFromAllLivingAncestors() {
            let first = Lineage(descendantOf: nil)
            let second = Lineage(descendantOf: first)
            let third = Lineage(descendantOf: second)
            #expect(third.descends(from: first))
            #expect(third.descends(from: second))
            #expect(!first.descends(from: third))
            #expect(!third.descends(from: third))
            #expect(!third.descends(from: Lineage(descendantOf: nil)))
        }

        @Test func ancestorsThatAreGoneAreLeftOut() {
            let first = Lineage(descendantOf: nil)
            var last = Lineage(descendantOf: first)
            for _ in 0..<100 { last = Lineage(descendantOf: last) }
            // The first, and the parent of the last, which was still there.
            #expect(last.ancestors.count == 2)
            #expect(last.descends(from: first))
        }
    }
#endif

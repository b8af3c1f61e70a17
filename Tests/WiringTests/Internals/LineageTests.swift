#if DEBUG || TESTS_INTERNALS
    import Testing

    @testable import Wiring

    struct LineageTests {
        private typealias Lineage = ContainerManager.Lineage

        @Test func aChildDescendsFromAllLivingAncestors() {
            let first = Lineage()
            let second = Lineage(childOf: first)
            let third = Lineage(childOf: second)
            #expect(third.descends(from: first))
            #expect(third.descends(from: second))
            #expect(!first.descends(from: third))
            #expect(!third.descends(from: third))
            #expect(!third.descends(from: Lineage()))
        }

        @Test func ancestorsThatAreGoneAreLeftOut() {
            let first = Lineage()
            var last = Lineage(childOf: first)
            for _ in 0..<100 { last = Lineage(childOf: last) }
            // The first, and the parent of the last, which was still there.
            #expect(last.ancestors.count == 2)
            #expect(last.descends(from: first))
        }
    }
#endif

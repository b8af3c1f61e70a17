import Testing

@Suite struct ShrinkingTests {
    @Test func irrelevantElementsAreRemoved() {
        let shrunk = Array(0..<1_000).shrunk { $0.contains(17) && $0.contains(803) }
        #expect(shrunk == [17, 803])
    }

    @Test func theOrderIsPreserved() {
        let shrunk = [3, 1, 2, 3, 1, 2].shrunk { list in
            list.firstIndex(of: 2).map { list[$0...].contains(1) } ?? false
        }
        #expect(shrunk == [2, 1])
    }

    @Test func aListThatFailsOnlyAsAWholeIsUnchanged() {
        let list = Array(0..<37)
        #expect(list.shrunk { $0 == list } == list)
    }

    @Test func aListThatFailsWhenEmptyShrinksToNothing() {
        #expect([1, 2, 3].shrunk { _ in true } == [])
    }
}

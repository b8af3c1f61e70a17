import Testing
import WiringAsync
import WiringModules
import WiringTesting

// The code of the article *Moving from Swinject*.

// MovingFromSwinject.md: protocol Animal

// MovingFromSwinject.md: @MainActor final class Screen

final class Den: Sendable {
    private let content = Protected<Fox?>(nil)
    var fox: Fox? { content.withLock { $0 } }
    func fill(with fox: Fox) { content.withLock { $0 = fox } }
}

final class Fox: Sendable {
    private let home = Protected<Den?>(nil)
    var den: Den? { home.withLock { $0 } }
    func enter(_ den: Den) { home.withLock { $0 = den } }
}

// MovingFromSwinject.md: var den: Factory<Den>

// MovingFromSwinject.md: final class Gallery

// MovingFromSwinject.md: func playsWithTheMock

@Suite(.container) struct DocumentedSwinject {
    @Test func resolvesWhatWasRegistered() {
        var printed: [String] = []
        func print(_ value: String) { printed.append(value) }
        // MovingFromSwinject.md: print(Container.shared.petOwner().play())  // I'm playing with Mimi.
        #expect(printed == ["I'm playing with Mimi."])
    }

    @Test @MainActor func aPresenterFindsItsScreen() {
        var printed: [Bool] = []
        func print(_ value: Bool) { printed.append(value) }
        // MovingFromSwinject.md: let screen = Container.shared.screen
        #expect(printed == [true, true])
    }

    @Test func aFoxFindsItsDen() {
        let den = Container.shared.den()
        #expect(den.fox?.den === den)
        #expect(Container.shared.fox().den === den)
        den.fox?.enter(Den())
    }

    @Test func aPainterFindsItsGallery() {
        var printed: [Bool] = []
        func print(_ value: Bool) { printed.append(value) }
        // MovingFromSwinject.md: let gallery = Container.shared.gallery
        #expect(printed == [true])
    }
}

import Testing
import WiringAsync
import WiringModules
import WiringTesting

// The code of the article *Moving from Swinject*.

// MovingFromSwinject.md: protocol Animal

// MovingFromSwinject.md: final class Gallery

// MovingFromSwinject.md: func playsWithTheMock

@Suite(.container) struct DocumentedSwinject {
    @Test func resolvesWhatWasRegistered() {
        var printed: [String] = []
        func print(_ value: String) { printed.append(value) }
        // MovingFromSwinject.md: print(Container.shared.petOwner().play())  // I'm playing with Mimi.
        #expect(printed == ["I'm playing with Mimi."])
    }

    @Test func aPainterFindsItsGallery() {
        var printed: [Bool] = []
        func print(_ value: Bool) { printed.append(value) }
        // MovingFromSwinject.md: let gallery = Container.shared.gallery
        #expect(printed == [true])
    }
}

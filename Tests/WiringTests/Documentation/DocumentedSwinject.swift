import Testing
import WiringTesting

// The code of the article *Moving from Swinject*, verbatim. `SnippetTests` compares it.

protocol Animal: Sendable {
    var name: String { get }
}

struct Cat: Animal {
    let name: String
}

final class PetOwner: Sendable {
    let pet: any Animal
    init(pet: any Animal) { self.pet = pet }
    func play() -> String { "I'm playing with \(pet.name)." }
}

extension Container {
    var animal: Factory<any Animal> { self { Cat(name: "Mimi") }.singleton }
    var petOwner: Factory<PetOwner> { self { PetOwner(pet: self.animal()) } }
}

final class Gallery: Sendable {
    let painter: Painter
    init(painter: Painter) { self.painter = painter }
}

final class Painter: Sendable {
    private let gallery: Provider<Gallery>
    init(gallery: Provider<Gallery>) { self.gallery = gallery }
    func findGallery() -> Gallery { gallery() }
}

extension Container {
    var gallery: Factory<Gallery> { self { Gallery(painter: self.painter()) }.cached }
    var painter: Factory<Painter> { self { Painter(gallery: self.provider(\.gallery)) }.cached }
}

@Test(.container, .override(\.animal) { Cat(name: "Tama") })
func playsWithTheMock() {
    #expect(Container.shared.petOwner().play() == "I'm playing with Tama.")
}

@Suite(.container) struct DocumentedSwinject {
    @Test func resolvesWhatWasRegistered() {
        var printed: [String] = []
        func print(_ value: String) { printed.append(value) }
        print(Container.shared.petOwner().play())  // I'm playing with Mimi.
        #expect(printed == ["I'm playing with Mimi."])
    }

    @Test func aPainterFindsItsGallery() {
        var printed: [Bool] = []
        func print(_ value: Bool) { printed.append(value) }
        let gallery = Container.shared.gallery()
        print(gallery.painter.findGallery() === gallery)  // true
        #expect(printed == [true])
    }
}

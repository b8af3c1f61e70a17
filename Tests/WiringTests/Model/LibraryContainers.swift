import Wiring

/// A container of a program. A child gets the subject and the number of the task that creates it.
protocol ProgramContainer: TaskLocalContainer {
    var place: LibraryPlace { get }
}

/// The subject that a container belongs to, and the container's number.
final class LibraryPlace: Sendable {
    @TaskLocal static var current: LibraryPlace?

    unowned let subject: LibrarySubject
    let number: Int

    init(_ subject: LibrarySubject, _ number: Int) {
        self.subject = subject
        self.number = number
    }

    /// The place of the container that is being created.
    static var ofNewContainer: LibraryPlace {
        guard let current else { preconditionFailure("No program creates it.") }
        return current
    }
}

extension ProgramContainer {
    var list: Collected<Thing> { collected(key: "list", line: 0) }
    var dictionary: KeyedCollected<CollidingParameter, Thing> { collected(key: "dictionary", line: 0) }

    /// A declaration as a part of a collection.
    subscript(declaration: Int) -> Factory<Thing> { place.subject.part(declaration, in: self) }

    subscript(throwing declaration: Int) -> ThrowingFactory<Thing, RecipeFailure> {
        place.subject.throwingPart(declaration, in: self)
    }

    subscript(asynchronous declaration: Int) -> AsyncFactory<Thing, RecipeFailure> {
        place.subject.asynchronousPart(declaration, in: self)
    }

    /// Contributes a declaration.
    func contribute(_ declaration: Int, _ place: PartPlace) {
        switch place {
        case .order(let order): list.contribute(\Self.[declaration], order: order)
        case .key(let key): dictionary.contribute(\Self.[declaration], forKey: CollidingParameter(number: key))
        }
    }

    func makeChild() -> any ProgramContainer { child() }
}

/// A container without `autoRegister()`.
final class PlainContainer: ProgramContainer {
    @TaskLocal static var shared = PlainContainer()
    static var taskLocal: TaskLocal<PlainContainer> { $shared }

    let manager = ContainerManager()
    let place = LibraryPlace.ofNewContainer
}

/// A container whose `autoRegister()` does what a program says.
final class AutomaticContainer: ProgramContainer, AutoRegistering {
    @TaskLocal static var shared = AutomaticContainer()
    static var taskLocal: TaskLocal<AutomaticContainer> { $shared }

    let manager = ContainerManager()
    let place = LibraryPlace.ofNewContainer

    func autoRegister() { place.subject.registerAutomatically(self, number: place.number) }
}

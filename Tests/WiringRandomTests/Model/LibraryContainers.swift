import Wiring
import WiringModules

/// A container of a program. A child gets the subject and the number of the task that creates it.
protocol ProgramContainer: ManagedContainer {
    var place: LibraryPlace { get }

    func makeChild() -> any ProgramContainer
    /// The factory of a declaration that a closure of this container needs.
    func factory(of declaration: Int) -> any ErasedFactory
}

/// The number of a declaration that has a type of factory.
struct DeclaredFactory<F>: Hashable, Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }
}

/// The subject that a container belongs to, and the container's number.
final class LibraryPlace: Sendable {
    @TaskLocal static var current: LibraryPlace?

    unowned let subject: LibrarySubject
    let number: Int
    private let places: Census

    init(_ subject: LibrarySubject, _ number: Int) {
        self.subject = subject
        self.number = number
        places = subject.places
        _ = places.begin()
    }

    deinit { places.end() }

    /// The place of the container that is being created.
    static var ofNewContainer: LibraryPlace {
        guard let current else { preconditionFailure("No program creates it.") }
        return current
    }
}

extension ProgramContainer {
    var list: Collected<Thing> { collected(key: "list", line: 0) }
    var dictionary: KeyedCollected<CollidingParameter, Thing> { collected(key: "dictionary", line: 0) }

    /// A declaration, for key paths.
    subscript<F>(declared: DeclaredFactory<F>) -> F {
        guard let factory = place.subject.factory(declared.number, in: self).untyped as? F else {
            preconditionFailure("It has another type.")
        }
        return factory
    }

    /// Contributes a declaration.
    func contribute(_ declaration: Int, _ place: PartPlace) {
        switch place {
        case .order(let order): list.contribute(\Self.[DeclaredFactory<Factory<Thing>>(declaration)], order: order)
        case .key(let key):
            dictionary.contribute(
                \Self.[DeclaredFactory<Factory<Thing>>(declaration)],
                forKey: CollidingParameter(number: key)
            )
        }
    }

    func factory(of declaration: Int) -> any ErasedFactory { place.subject.factory(declaration, in: self) }

    func makeSession() -> any ProgramContainer {
        LibraryPlace.$current.withValue(LibraryPlace(place.subject, place.number)) { ProgramSession(parent: self) }
    }
}

extension ProgramContainer where Self: TaskLocalContainer {
    func makeChild() -> any ProgramContainer { child() }
}

/// A container without `autoRegister()`.
final class PlainContainer: ProgramContainer, TaskLocalContainer {
    @TaskLocal static var shared = PlainContainer()
    static var taskLocal: TaskLocal<PlainContainer> { $shared }

    let manager = ContainerManager()
    let place = LibraryPlace.ofNewContainer
}

/// A container whose `autoRegister()` does what a program says.
final class AutomaticContainer: ProgramContainer, TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = AutomaticContainer()
    static var taskLocal: TaskLocal<AutomaticContainer> { $shared }

    let manager = ContainerManager()
    let place = LibraryPlace.ofNewContainer

    func autoRegister() { place.subject.registerAutomatically(self) }
}

/// A container with a parent of another type.
final class ProgramSession<Parent: ProgramContainer>: ProgramContainer, ChildContainer {
    let manager = ContainerManager()
    let place = LibraryPlace.ofNewContainer
    let parent: Parent

    init(parent: Parent) { self.parent = parent }

    func makeChild() -> any ProgramContainer { preconditionFailure("No program makes one.") }

    /// What is not its own is a member of its parent.
    func factory(of declaration: Int) -> any ErasedFactory {
        let subject = place.subject
        return subject.program.isOfSession(declaration)
            ? subject.factory(declaration, in: self) : self.parent.factory(of: declaration)
    }
}

import Wiring

/// A container that registers nothing by itself.
final class PlainContainer: SharedContainer {
    static var shared: PlainContainer { preconditionFailure("No program shares one.") }

    let manager = ContainerManager()
}

/// A container that does what a program says in `autoRegister()`.
final class AutomaticContainer: SharedContainer, AutoRegistering {
    static var shared: AutomaticContainer { preconditionFailure("No program shares one.") }

    let manager = ContainerManager()
    private let number: Int
    private unowned let subject: LibrarySubject

    init(_ number: Int, _ subject: LibrarySubject) {
        self.number = number
        self.subject = subject
    }

    func autoRegister() { subject.registerAutomatically(self, number: number) }
}

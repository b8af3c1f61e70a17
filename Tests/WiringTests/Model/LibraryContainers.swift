import Wiring

/// A container without `autoRegister()`.
final class PlainContainer: SharedContainer {
    static var shared: PlainContainer { preconditionFailure("No program shares one.") }

    let manager = ContainerManager()
}

/// A container whose `autoRegister()` does what a program says.
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

// Closures that a bound function or an operation cannot take. `Tests/ClosureFixtures` has those that it can.

import Wiring

struct Ticket: ~Copyable {}

func later() async {}

final class Other: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Other()
    static var taskLocal: TaskLocal<Other> { $shared }
    let manager = ContainerManager()
}

func bind(_ container: Container) {
    _ = container.bind { @MainActor in }  // error: loses global actor 'MainActor'
    _ = container.bindOnMainActor { (_: Int) async in }  // error: cannot pass function of type
    _ = container.bind { () -> Ticket in Ticket() }  // error: 'Ticket' conform to 'Copyable'

    // Of several arguments, each is a value.
    var number = 1
    let add = container.bind { (number: inout Int, other: Int) in number += other }
    add(&number, 1)  // error: '&' used with non-inout argument of type 'Int'
}

func operate(_ container: Container) async {
    let ticket: Ticket = withContainer(changes: { _ in }, operation: { Ticket() })  // error: conform to 'Copyable'
    _ = ticket
    await withContainer(for: Container.self, Other.self) { _, _ in  // error: cannot pass function of type
        await later()
    } operation: {
    }
}

// A child's members are its own and its parent's declarations. A stored value of the parent hides a declaration of the root.

import Wiring

struct Caller: Sendable { let name: String }

final class SessionContainer: ChildContainer {
    let manager = ContainerManager()
    let parent: Container
    let caller: Caller

    init(parent: Container, caller: Caller) { (self.parent, self.caller) = (parent, caller) }
}

final class RequestContainer: ChildContainer {
    let manager = ContainerManager()
    let parent: SessionContainer

    init(parent: SessionContainer) { self.parent = parent }
}

extension Container {
    var caller: Factory<Caller> { self { Caller(name: "nobody") } }
    var limit: Factory<Int> { self { 3 } }
}

extension RequestContainer {
    var limits: Factory<Int> { self { self.limit() + self.parent.limit() } }
    var name: Factory<String> { self { self.parent.caller.name + self.parent.parent.caller().name } }
    var called: Factory<Caller> { self { self.caller() } }  // error: A stored value of the parent hides
    var value: Factory<Caller> { self { self.caller } }  // error: Values of the parent are not members of its children
    var part: Factory<String> { self { self.caller.name } }  // error: Values of the parent are not members
    var misspelt: Factory<Int> { self { self.limitt() } }  // error: has no dynamic member 'limitt'
}

func override(_ request: RequestContainer) {
    request.limit.override { 4 }
    request.caller.override { Caller(name: "Ada") }  // error: A stored value of the parent hides the declaration.
}

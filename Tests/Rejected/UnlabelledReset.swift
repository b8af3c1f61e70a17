// A reset of a container names what it resets. One of a declaration need not.

import Wiring

extension Container {
    var gateway: Factory<String> { self { "" } }
}

func reset(_ container: Container) {
    container.gateway.reset(.all)
    container.manager.reset(options: .all)
    container.manager.reset(scope: .cached)
    container.manager.reset(.all)  // error: missing argument label 'scope:' // error: type 'Scope' has no member 'all'
}

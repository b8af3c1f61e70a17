import Wiring
import WiringFixtures

// Two modules have a file of this name, with the same declaration at the same place of it.
extension Container {
    fileprivate var single: Factory<FixtureService> { self { FixtureService() }.singleton }
}

enum SameFileName {
    static func single(_ container: Container) -> FixtureService { container.single() }

    static func register(_ container: Container) { container.single.register { FixtureService() } }
}

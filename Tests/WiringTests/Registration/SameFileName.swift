import Wiring
import WiringFixtures

// Two modules have a file with this name and the same declaration at the same position.
extension Container {
    fileprivate var single: Factory<FixtureService> { self { FixtureService() }.singleton }
}

enum SameFileName {
    static func single(_ container: Container) -> FixtureService { container.single() }

    static func register(_ container: Container) { container.single.register { FixtureService() } }
}

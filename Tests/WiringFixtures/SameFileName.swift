// Of two files, this is the one in the other module.
public import Wiring

// Two modules have a file of this name, with the same declaration at the same place of it.
extension Container {
    fileprivate var single: Factory<FixtureService> { self { FixtureService() }.singleton }
}

public enum FixtureFileName {
    public static func single(_ container: Container) -> FixtureService { container.single() }

    public static func register(_ container: Container) { container.single.register { FixtureService() } }
}

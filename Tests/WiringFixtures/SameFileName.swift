// `WiringTests` has a file with this name, too.
public import Wiring

// The same declaration is at the same line and column of the other file.
extension Container {
    fileprivate var single: Factory<FixtureService> { self { FixtureService() }.singleton }
}

public enum FixtureFileName {
    public static func single(_ container: Container) -> FixtureService { container.single() }

    public static func register(_ container: Container) { container.single.register { FixtureService() } }
}

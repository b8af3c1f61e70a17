public import Wiring

public final class FixtureService: Sendable {
    public init() {}
}

public final class FixtureBox<Content>: Sendable {
    public init() {}
}

extension Container {
    public var fixture: Factory<FixtureService> { self { FixtureService() }.singleton }

    @inlinable
    public var inlinableFixture: Factory<FixtureService> { self { FixtureService() }.cached }

    @inlinable
    public func fixtureBox<Content>(_: Content.Type) -> Factory<FixtureBox<Content>> {
        self { FixtureBox<Content>() }.singleton
    }
}

// Each function reads a declaration of this module, in this module or wherever the function is inlined.

@inline(never)
public func fixture(of container: Container) -> FixtureService { container.fixture() }

@inlinable
public func inlinableFixture(of container: Container) -> FixtureService { container.fixture() }

@inlinable
@inline(__always)
public func inlinedFixture(of container: Container) -> FixtureService { container.inlinableFixture() }

@inline(never)
public func notInlinedFixture(of container: Container) -> FixtureService { container.inlinableFixture() }

@inline(never)
public func notInlinedBox(of container: Container) -> FixtureBox<Int> { container.fixtureBox(Int.self)() }

@inline(never)
public func resetFixture(of container: Container) { container.inlinableFixture.reset() }

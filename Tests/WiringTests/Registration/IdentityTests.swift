import Testing
import WiringFixtures
import WiringTestSupport
import WiringTesting

private final class North: SharedContainer {
    @TaskLocal static var shared = North()
    let manager = ContainerManager()
}

private final class South: SharedContainer {
    @TaskLocal static var shared = South()
    let manager = ContainerManager()
}

extension North {
    var service: Factory<any Service> { self { LiveService() }.singleton }
    var two: Factory<[LiveService]> {
        self { [(self { LiveService() }.singleton)(), (self { LiveService() }.singleton)()] }
    }
    var keyed: Factory<LiveService> { self(key: "keyed") { LiveService() }.singleton }
    func overloaded(_ number: Int) -> Factory<LiveService> { self { LiveService() }.singleton }
    func overloaded(_ name: String) -> Factory<LiveService> { self { LiveService() }.singleton }
}

extension South {
    var service: Factory<any Service> { self { LiveService() }.singleton }
}

extension SharedContainer {
    var everywhere: Factory<any Service> { self { LiveService() }.singleton }
    var everywhereCached: Factory<any Service> { self { LiveService() }.cached }
}

@Suite(.container) struct IdentityTests {
    private let north = North()
    private let south = South()

    @Test func containerTypesHaveSeparateDeclarations() {
        #expect(north.service() !== south.service())
        north.service.register { MockService() }
        #expect(north.service() is MockService)
        #expect(south.service() is LiveService)
    }

    @Test func declarationsOnOneLineAreDistinct() {
        let two = north.two()
        #expect(two[0] !== two[1])
        #expect(north.two()[1] === two[1])
    }

    @Test func overloadsAreDistinct() {
        #expect(north.overloaded(1)() === north.overloaded(1)())
        #expect(north.overloaded(1)() === north.overloaded(2)())
        #expect(north.overloaded(1)() !== north.overloaded("1")())
    }

    @Test func aDeclarationKeepsItsIdentityOnEachAccess() {
        #expect(north.keyed() === North().keyed())
    }

    @Test func privateDeclarationsWithTheSameNameInTwoFilesAreDistinct() {
        let container = Container()
        #expect(FirstFile.single(container) !== SecondFile.single(container))
        #expect(FirstFile.single(container) === FirstFile.single(container))
        FirstFile.register(container) { MockService() }
        #expect(FirstFile.single(container) is MockService)
        #expect(FirstFile.cached(container) is LiveService)
        #expect(SecondFile.single(container) is LiveService)
    }

    @Test func aRegistrationInOneFileDoesNotAffectAnother() {
        let container = Container()
        FirstFile.registerCached(container) { MockService() }
        #expect(FirstFile.cached(container) is MockService)
        #expect(SecondFile.cached(container) is LiveService)
    }

    @Test func declarationsAtTheSamePositionInTwoModulesAreDistinct() {
        let container = Container()
        let (here, there) = (SameFileName.single(container), FixtureFileName.single(container))
        #expect(here !== there)
        #expect(SameFileName.single(container) === here)
        #expect(FixtureFileName.single(container) === there)
        SameFileName.register(container)
        #expect(SameFileName.single(container) !== here)
        #expect(FixtureFileName.single(container) === there)
    }

    @Test func aDeclarationOfAnotherModuleHasOneIdentityInBothModules() {
        let container = Container()
        let service = container.fixture()
        #expect(fixture(of: container) === service)
        #expect(inlinableFixture(of: container) === service)
        #expect(Container().fixture() === service)
    }

    @Test func anInlinableDeclarationHasOneIdentityInBothModules() {
        let container = Container()
        let service = container.inlinableFixture()
        #expect(inlinedFixture(of: container) === service)
        #expect(notInlinedFixture(of: container) === service)
        let replacement = FixtureService()
        container.inlinableFixture.register { replacement }
        #expect(notInlinedFixture(of: container) === replacement)
        resetFixture(of: container)
        #expect(container.inlinableFixture() !== replacement)
    }

    @Test func anInlinableGenericDeclarationHasOneIdentityInBothModules() {
        let container = Container()
        let box = container.fixtureBox(Int.self)()
        #expect(notInlinedBox(of: container) === box)
        #expect(ObjectIdentifier(container.fixtureBox(String.self)()) != ObjectIdentifier(box))
    }

    @Test func aDeclarationOnSharedContainerHasOneIdentityForAllTypes() {
        let service = north.everywhere()
        #expect(south.everywhere() === service)
        #expect(Container().everywhere() === service)
        #expect(north.everywhereCached() !== south.everywhereCached())
        north.everywhereCached.register { MockService() }
        #expect(north.everywhereCached() is MockService)
        #expect(south.everywhereCached() is LiveService)
        north.everywhere.register { MockService() }
        #expect(south.everywhere() !== service)
    }

    @Test func declarationsOnAdjacentLinesAreDistinct() {
        // The positions of these declarations differ only in their lines.
        let all = [
            north.a0, north.a1, north.a2, north.a3, north.a4, north.a5, north.a6, north.a7, north.a8, north.a9,
        ]
        for (number, factory) in all.enumerated() { factory.register { number + 100 } }
        #expect(all.map { $0() } == Array(100..<110))
    }
}

extension North {
    var a0: Factory<Int> { self { 0 }.cached }
    var a1: Factory<Int> { self { 1 }.cached }
    var a2: Factory<Int> { self { 2 }.cached }
    var a3: Factory<Int> { self { 3 }.cached }
    var a4: Factory<Int> { self { 4 }.cached }
    var a5: Factory<Int> { self { 5 }.cached }
    var a6: Factory<Int> { self { 6 }.cached }
    var a7: Factory<Int> { self { 7 }.cached }
    var a8: Factory<Int> { self { 8 }.cached }
    var a9: Factory<Int> { self { 9 }.cached }
}

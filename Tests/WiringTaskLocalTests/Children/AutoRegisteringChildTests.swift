import Testing
import WiringTestSupport
import WiringTesting

private final class Office: TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = Office()
    static var taskLocal: TaskLocal<Office> { $shared }
    /// The numbers of runs, one for each container of the test.
    @TaskLocal static var runs = Counter()
    let manager = ContainerManager()

    var clerk: Factory<String> { self { "declared" } }
    var letter: Factory<String> { self { "declared" } }
    var stamp: Factory<String> { self { "declared" } }
    var report: Factory<Item> { self { Item("declared") }.singleton }
    var desk: Factory<Item> { self { Item("declared") } }

    func autoRegister() {
        Self.runs.increment()
        desk.scope(.cached)
        clerk.register { "automatic" }
        letter.register { "from \(self.clerk())" }
        stamp.override { "automatic" }
        report.register { Item("automatic \(self.clerk())") }
        manager.defaultScope = .unique
    }
}

private final class OfficeVisit: ChildContainer, AutoRegistering {
    let manager = ContainerManager()
    let parent: Office
    init(_ parent: Office) { self.parent = parent }
    var badge: Factory<String> { self { "declared" } }
    func autoRegister() {
        badge.register { [unowned self] in "badge of \(self.clerk())" }
        manager.defaultScope = .graph
    }
}

private final class OfficeDesk: ChildContainer {
    let manager = ContainerManager()
    let parent: Office
    init(_ parent: Office) { self.parent = parent }
    var note: Factory<Item> { self { Item("declared") } }
}

private final class Recursive: TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = Recursive()
    static var taskLocal: TaskLocal<Recursive> { $shared }
    let manager = ContainerManager()
    var value: Factory<String> { self { "declared" } }
    func autoRegister() {
        let found = child().value()
        value.register { "found \(found)" }
    }
}

@Suite(.timeLimit(.minutes(10)), .container)
struct AutoRegisteringChildTests {
    @Test func aScopeThatAChildHasRemovedStaysRemoved() {
        let office = Office()
        office.desk.register { Item("registered") }
        let child = office.child()
        child.desk.scope(nil)
        #expect(child.desk() !== child.desk())
        #expect(office.desk() === office.desk())
    }

    @Test func aChildRunsItsOwnAtItsFirstUse() {
        Office.$runs.withValue(Counter()) {
            let office = Office()
            let child = office.child()
            #expect(Office.runs.count == 1)
            child.clerk.override { "mine" }
            #expect(Office.runs.count == 2)
            // The closure that the child's run registered resolves from the child.
            #expect(child.letter() == "from mine")
            #expect(office.letter() == "from automatic")
            #expect(Office.runs.count == 2)
            office.manager.reset()
            child.manager.reset()
        }
    }

    @Test func aParentsSettingsTakePrecedenceOverAutoRegister() {
        let office = Office()
        office.clerk.register { "registered" }
        office.manager.defaultScope = .cached
        let child = office.child()
        #expect(child.clerk() == "registered")
        #expect(child.letter() == "from registered")
        #expect(child.manager.defaultScope === Scope.cached)
        // An override takes precedence over a registration, as in one container.
        for container in [office, child] { container.manager.defaultScope = nil }
        office.stamp.register { "registered" }
        #expect((office.stamp(), child.stamp()) == ("automatic", "automatic"))
        office.stamp.override { "overridden" }
        #expect((office.stamp(), child.stamp()) == ("overridden", "overridden"))
        office.manager.reset()
        child.manager.reset()
    }

    @Test func aSingletonUsesTheRunOfTheRoot() {
        let office = Office()
        let child = office.child()
        child.clerk.override { "mine" }
        let report = child.report()
        #expect(report.name == "automatic automatic")
        #expect(office.report() === report)
        child.report.override { Item("mine") }
        #expect(child.report().name == "mine")
        office.manager.reset()
        child.manager.reset()
    }

    @Test func aChildThatAutoRegisterCreatesDoesNotRunItAgain() {
        #expect(Recursive().value() == "found declared")
    }

    @Test func aTypedChildRegistersAutomatically() {
        let office = Office()
        #expect(OfficeVisit(office).badge() == "badge of automatic")
        office.manager.reset()
    }

    @Test(arguments: [false, true])
    func aTypedChildHasNoSettingsOfItsParentsAutoRegister(_ hasSettings: Bool) {
        let office = Office()
        let desk = OfficeDesk(office)
        if hasSettings { desk.manager.trace = false }
        // The first use of both containers.
        _ = (office.clerk(), desk.note())
        #expect(office.manager.defaultScope === Scope.unique)
        #expect(desk.manager.defaultScope == nil)
        office.manager.defaultScope = .cached
        #expect(desk.note() === desk.note())
        office.manager.reset()
    }

    @Test func aParentsSettingTakesPrecedenceOverThatOfATypedChildsAutoRegister() {
        let office = Office()
        let visit = OfficeVisit(office)
        #expect(visit.badge() == "badge of automatic")
        #expect(visit.manager.defaultScope === Scope.graph)
        office.manager.defaultScope = .cached
        #expect(visit.manager.defaultScope === Scope.cached)
        visit.manager.defaultScope = .graph
        #expect(visit.manager.defaultScope === Scope.graph)
        office.manager.reset()
    }

    // The closures of `autoRegister()` capture the child strongly.
    @Test func anOperationReleasesItsChild() async {
        let office = Office()
        weak var child: Office?
        withChildContainer(of: office) {
            child = $0
        } operation: {
            #expect(Office.shared.letter() == "from automatic")
        }
        #expect(child == nil)
        let (started, task) = withChildContainer(of: office) { _ in
        } operation: {
            let child = Office.shared
            return (WeakOffice(child), Task { Office.shared.letter() })
        }
        #expect(await task.value == "from automatic")
        while started.isAlive { await Task.yield() }
        office.manager.reset()
    }
}

private final class WeakOffice: Sendable {
    private weak let office: Office?
    init(_ office: Office) { self.office = office }
    var isAlive: Bool { office != nil }
}

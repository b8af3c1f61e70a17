import WiringTesting
import XCTest

extension Container {
    fileprivate var async: Factory<any Service> { self { Named("declared") }.singleton }
}

/// The state that a test in ``InvokeTestTests`` sees.
private struct Snapshot: Equatable {
    let service = Container.shared.service().name
    let custom = CustomContainer.shared.service().name
    let customSingleton = ObjectIdentifier(Container.shared.customSingleton())
    let container = ObjectIdentifier(Container.shared)
    let argument = FactoryContext.current.runtimeArguments
}

/// Each test runs in copies of the process's containers, including its setup and teardown.
final class InvokeTestTests: XCTestCase {
    private var snapshotAtSetUp: Snapshot?

    override func invokeTest() {
        withContainer(for: Container.self, CustomContainer.self) { container, custom in
            container.service.override { Named("mock") }
            custom.service.override { Named("mock") }
        } operation: {
            super.invokeTest()
        }
    }

    override class func tearDown() {
        XCTAssertEqual(Container.shared.service().name, "declared")
        XCTAssertEqual(CustomContainer.shared.service().name, "declared")
        XCTAssertEqual(Container.shared.other().name, "declared")
        XCTAssertEqual(Container.shared.async().name, "declared")
        XCTAssertEqual(Container.shared.customSingleton().name, "declared")
        XCTAssertEqual(FactoryContext.current.runtimeArguments, [:])
    }

    override func setUp() async throws {
        Container.shared.other.register { Named("set up") }
        FactoryContext.setArg("set up", forKey: "test")
        snapshotAtSetUp = Snapshot()
    }

    override func tearDown() async throws {
        XCTAssertEqual(Snapshot(), snapshotAtSetUp)
        XCTAssertEqual(Container.shared.other().name, "set up")
    }

    override func tearDownWithError() throws {
        XCTAssertEqual(Snapshot(), snapshotAtSetUp)
    }

    private func change() {
        XCTAssertEqual(Snapshot(), snapshotAtSetUp)
        XCTAssertEqual(Snapshot().service, "mock")
        XCTAssertEqual(Snapshot().custom, "mock")
        XCTAssertEqual(Container.shared.other().name, "set up")
        XCTAssertEqual(FactoryContext.current.runtimeArguments, ["test": "set up"])
        // No other test has used these containers.
        XCTAssertEqual(Container.shared.async().name, "declared")
        XCTAssertEqual(Container.shared.cached().name, "declared")
        Container.shared.async.register { Named("changed") }
        Container.shared.cached.register { Named("changed") }
        XCTAssertEqual(Container.shared.async().name, "changed")
    }

    func testSynchronous() { change() }

    func testThrowing() throws {
        change()
        try XCTSkipIf(Container.shared.service().name == "declared", "the container is not bound")
    }

    func testAsynchronous() async {
        change()
        let snapshot = Snapshot()
        await Task.yield()
        XCTAssertEqual(Snapshot(), snapshot)
        async let child = Snapshot()
        let inTask = await Task { Snapshot() }.value
        let inChild = await child
        XCTAssertEqual(inTask, snapshot)
        XCTAssertEqual(inChild, snapshot)
    }

    func testAsynchronousThrowing() async throws {
        change()
        await Task.yield()
        try Task.checkCancellation()
        XCTAssertEqual(Snapshot(), snapshotAtSetUp)
    }

    @MainActor func testOnTheMainActor() async {
        XCTAssertEqual(Container.shared.service().name, "mock")
        await Task.yield()
        XCTAssertEqual(Container.shared.service().name, "mock")
    }

    func testTeardownBlock() {
        let snapshot = Snapshot()
        addTeardownBlock { XCTAssertEqual(Snapshot(), snapshot) }
    }

    func testDetachedTaskUsesBoundContainers() async {
        let snapshot = Snapshot()
        let detached = await Task.detached(operation: Container.shared.bind { Snapshot() }).value
        XCTAssertEqual(detached, snapshot)
        let without = await Task.detached { Container.shared.service().name }.value
        XCTAssertEqual(without, "declared")
    }
}

/// Each test runs with a copy of the process's singletons.
final class InvokeTestSingletonTests: XCTestCase {
    override func invokeTest() {
        Scope.$singleton.withValue(Scope.singleton.clone()) {
            Container.shared.singleton.register { Named("mock") }
            super.invokeTest()
        }
    }

    override class func tearDown() {
        Container.shared.reset()
        XCTAssertEqual(Container.shared.singleton().name, "declared")
    }

    func testSingletonIsTheMock() {
        let singleton = Container.shared.singleton()
        XCTAssertEqual(singleton.name, "mock")
        XCTAssertTrue(Container.shared.singleton() === singleton)
    }

    func testTaskInheritsTheSingletons() async {
        let singleton = await Task { Container.shared.singleton() }.value
        XCTAssertEqual(singleton.name, "mock")
        XCTAssertTrue(Container.shared.singleton() === singleton)
    }
}

import WiringTesting
import XCTest

extension Container {
    fileprivate var async: Factory<any Service> { self { Named("declared") }.singleton }
}

/// What a test within ``InvokeTestTests`` sees.
private struct Seen: Equatable {
    let service = Container.shared.service().name
    let custom = CustomContainer.shared.service().name
    let own = ObjectIdentifier(Container.shared.own())
    let container = ObjectIdentifier(Container.shared)
    let argument = FactoryContext.current.runtimeArguments
}

/// Each test, with what is set up and torn down, runs in children of the process's containers.
final class InvokeTestTests: XCTestCase {
    private var atSetUp: Seen?

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
        XCTAssertEqual(Container.shared.own().name, "declared")
        XCTAssertEqual(FactoryContext.current.runtimeArguments, [:])
    }

    override func setUp() async throws {
        Container.shared.other.register { Named("set up") }
        FactoryContext.setArg("set up", forKey: "test")
        atSetUp = Seen()
    }

    override func tearDown() async throws {
        XCTAssertEqual(Seen(), atSetUp)
        XCTAssertEqual(Container.shared.other().name, "set up")
    }

    override func tearDownWithError() throws {
        XCTAssertEqual(Seen(), atSetUp)
    }

    private func change() {
        XCTAssertEqual(Seen(), atSetUp)
        XCTAssertEqual(Seen().service, "mock")
        XCTAssertEqual(Seen().custom, "mock")
        XCTAssertEqual(Container.shared.other().name, "set up")
        XCTAssertEqual(FactoryContext.current.runtimeArguments, ["test": "set up"])
        // No other test has been here.
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
        let seen = Seen()
        await Task.yield()
        XCTAssertEqual(Seen(), seen)
        async let child = Seen()
        let inTask = await Task { Seen() }.value
        let inChild = await child
        XCTAssertEqual(inTask, seen)
        XCTAssertEqual(inChild, seen)
    }

    func testAsynchronousThrowing() async throws {
        change()
        await Task.yield()
        try Task.checkCancellation()
        XCTAssertEqual(Seen(), atSetUp)
    }

    @MainActor func testOnTheMainActor() async {
        XCTAssertEqual(Container.shared.service().name, "mock")
        await Task.yield()
        XCTAssertEqual(Container.shared.service().name, "mock")
    }

    func testATeardownBlock() {
        let seen = Seen()
        addTeardownBlock { XCTAssertEqual(Seen(), seen) }
    }

    func testADetachedTaskTakesItAlong() async {
        let seen = Seen()
        let detached = await Task.detached(operation: Container.shared.bind { Seen() }).value
        XCTAssertEqual(detached, seen)
        let without = await Task.detached { Container.shared.service().name }.value
        XCTAssertEqual(without, "declared")
    }
}

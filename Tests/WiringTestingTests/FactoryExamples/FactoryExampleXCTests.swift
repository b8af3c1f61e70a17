import WiringTesting
import XCTest

// XCTest runs tests one at a time, in a process that runs no Swift Testing tests.

final class FactoryExampleChangingTests: XCTestCase {
    override func tearDown() { Container.shared.reset() }

    func testNoAccounts() async {
        Container.shared.accountLoading.register { MockNoAccounts() }
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertTrue(model.isLoaded)
        XCTAssertTrue(model.isEmpty)
    }

    func testNoAccountsAfterAnError() async {
        Container.shared.accountLoading.register { MockAccountError(404) }
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertFalse(model.isLoaded)
        XCTAssertTrue(model.isError)
    }
}

final class FactoryCoreTests: XCTestCase {

    override func setUp() {
        Container.shared.manager.push()
        Container.shared.setupMocks()
    }

    override func tearDown() {
        Container.shared.manager.pop()
    }

    func testNoAccounts() async {
        Container.shared.accountLoading.register { MockNoAccounts() }
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertTrue(model.isLoaded)
        XCTAssertTrue(model.isEmpty)
    }

    func testError() async {
        Container.shared.accountLoading.register { MockAccountError(404) }
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertTrue(model.isError)
    }

    func testUnchanged() async {
        XCTAssertEqual(Container.shared.myService().number, 4)
        XCTAssertTrue(Container.shared.sharedService() is MockService2)
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertEqual(model.accounts, [Account(name: "Savings")])
    }
}

final class FactoryExampleDivingDeeperTests: XCTestCase {
    override func setUp() { Container.shared.manager.push() }
    override func tearDown() { Container.shared.manager.pop() }

    func testNoAccounts() async throws {
        let json = #"{ "accounts": [] }"#
        Container.shared.networking.register { MockJSON(json) }
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertTrue(model.isLoaded)
        XCTAssertTrue(model.isEmpty)
    }

    func testNoAccountsAfterAnError() async throws {
        Container.shared.networking.register { MockError(404) }
        let model = Container.shared.accountsViewModel()
        await model.load()
        XCTAssertFalse(model.isLoaded)
        XCTAssertTrue(model.isError)
    }
}

final class FactoryExampleRebuildingTests: XCTestCase {

    override func setUp() {
        Container.shared.reset()
        Container.shared.setupMocks()
    }

    override func tearDown() { Container.shared.reset() }

    func testNoAccounts() throws {
        XCTAssertFalse(Container.shared.someService() is MockService)
        XCTAssertEqual(Container.shared.myService().number, 4)
        Container.shared.someService.register { MockService() }
        XCTAssertTrue(Container.shared.someService() is MockService)
    }

    func testOtherAccounts() throws {
        XCTAssertFalse(Container.shared.someService() is MockService)
        Container.shared.someService.register { MockService() }
    }
}

final class MyViewModel {
    private let service: MyServiceType
    private(set) var isLoaded = false

    init(container: Container) { service = container.myServiceType() }

    func load() { isLoaded = service is MockService }
}

final class FactoryExamplePassedContainersTests: XCTestCase {

    var container: Container!

    override func setUp() {
        container = Container()
        container.setupMocks()
    }

    func testSomething() throws {
        container.myServiceType.register(factory: { MockService() })
        let model = MyViewModel(container: container)
        model.load()
        XCTAssertTrue(model.isLoaded)
    }

    func testSharedContainerIsAnotherOne() throws {
        container.myServiceType.register(factory: { MockService() })
        let model = MyViewModel(container: Container.shared)
        model.load()
        XCTAssertFalse(model.isLoaded)
    }
}

final class FactoryExampleScopingSingletonsTests: XCTestCase {
    func testScopingSingletons() {
        let before = Container.shared.someSingletonFactory()
        Scope.$singleton.withValue(Scope.singleton.clone()) {
            XCTAssertTrue(Container.shared.someSingletonFactory() === before)
            Container.shared.someSingletonFactory.register { MyNewMock() }
            XCTAssertTrue(Container.shared.someSingletonFactory() is MyNewMock)
        }
        XCTAssertTrue(Container.shared.someSingletonFactory() === before)
        Container.shared.reset()
    }
}

final class FactoryExampleInvokeTestTests: XCTestCase {
    override func invokeTest() {
        Scope.$singleton.withValue(Scope.singleton.clone()) {
            Container.shared.someSingletonFactory.register { MyNewMock() }
            super.invokeTest()
        }
    }

    override class func tearDown() {
        Container.shared.reset()
        XCTAssertFalse(Container.shared.someSingletonFactory() is MyNewMock)
    }

    func testSingletonIsMock() {
        XCTAssertTrue(Container.shared.someSingletonFactory() is MyNewMock)
        XCTAssertTrue(Container.shared.someSingletonFactory() === Container.shared.someSingletonFactory())
    }

    func testSingletonIsMockInTask() async {
        let singleton = await Task { Container.shared.someSingletonFactory() }.value
        XCTAssertTrue(singleton is MyNewMock)
        XCTAssertTrue(Container.shared.someSingletonFactory() === singleton)
    }
}

final class FactoryExampleResettingSingletonsTests: XCTestCase {
    override func tearDown() {
        Container.shared.reset()
        Scope.singleton.reset()
    }

    func testResettingEverySingleton() {
        let before = Container.shared.someSingletonFactory()
        Scope.singleton.reset()
        XCTAssertFalse(Container.shared.someSingletonFactory() === before)
    }

    func testResettingOneSingleton() {
        var before = Container.shared.someSingletonFactory()
        Container.shared.someSingletonFactory.reset()
        XCTAssertFalse(Container.shared.someSingletonFactory() === before)
        before = Container.shared.someSingletonFactory()
        Container.shared.someSingletonFactory.reset(options: .scope)
        XCTAssertFalse(Container.shared.someSingletonFactory() === before)
        before = Container.shared.someSingletonFactory()
        Container.shared.someSingletonFactory.register { MyNewMock() }
        XCTAssertTrue(Container.shared.someSingletonFactory() is MyNewMock)
    }
}

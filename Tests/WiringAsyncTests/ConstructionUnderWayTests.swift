import Testing
import WiringAsync
import WiringTestSupport
import WiringTesting

private final class Harbor: TaskLocalContainer {
    @TaskLocal static var shared = Harbor()
    static var taskLocal: TaskLocal<Harbor> { $shared }
    let manager = ContainerManager()

    /// Copies have it, too.
    var pier: Factory<Pier> { self { Pier() }.cached }
    var name: Factory<String> { self { "declared" } }
    var ship: AsyncFactory<Product, Never> { self { await self.built() }.cached }
    var boat: AsyncParameterFactory<Int, Product, Never> { self { _ in await self.built() }.scopeOnParameters.cached }

    private func built() async -> Product {
        let (pier, name) = (pier(), name())
        pier.begun.open()
        await pier.mayEnd.pass()
        return Product(name)
    }
}

private final class Pier: Sendable {
    let begun = AsyncGate()
    let mayEnd = AsyncGate()
}

/// What is not saved or copied of an asynchronous construction that is under way.
@Suite(.timeLimit(.minutes(10)), .container(for: Harbor.self)) struct ConstructionUnderWayTests {
    /// How a container keeps the instance.
    enum Storage: CaseIterable {
        case forAllParameters, forEachParameter

        fileprivate func resolve(from harbor: Harbor) async -> Product {
            switch self {
            case .forAllParameters: await harbor.ship()
            case .forEachParameter: await harbor.boat(1)
            }
        }

        fileprivate func register(_ name: String, in harbor: Harbor) {
            switch self {
            case .forAllParameters: harbor.ship.register { Product(name) }
            case .forEachParameter: harbor.boat.register { _ in Product(name) }
            }
        }
    }

    private let harbor = Harbor.shared

    @Test(arguments: Storage.allCases) func itIsNotSaved(_ storage: Storage) async {
        let harbor = harbor
        let caller = Task { await storage.resolve(from: harbor) }
        await harbor.pier().begun.pass()
        harbor.manager.push()
        storage.register("registered", in: harbor)
        harbor.pier().mayEnd.open()
        let first = await caller.value
        #expect(await storage.resolve(from: harbor).name == "registered")
        harbor.manager.pop()
        let second = await storage.resolve(from: harbor)
        #expect(second !== first)
        #expect(second.name == "declared")
    }

    @Test(arguments: Storage.allCases) func itIsNotCopied(_ storage: Storage) async {
        let harbor = harbor
        let caller = Task { await storage.resolve(from: harbor) }
        await harbor.pier().begun.pass()
        await withContainer(for: Harbor.self) {
            $0.name.register { "copy" }
        } operation: {
            harbor.pier().mayEnd.open()
            let copied = await storage.resolve(from: Harbor.shared)
            #expect(copied.name == "copy")
            #expect(await storage.resolve(from: Harbor.shared) === copied)
        }
        let first = await caller.value
        #expect(first.name == "declared")
        #expect(await storage.resolve(from: harbor) === first)
    }
}

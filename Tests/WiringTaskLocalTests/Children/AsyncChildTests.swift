import Testing
import WiringAsync
import WiringTestSupport
import WiringTesting

private final class Depot: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Depot()
    static var taskLocal: TaskLocal<Depot> { $shared }
    let manager = ContainerManager.silent()

    var path: Factory<String> { self { "root" }.cached }
    var asyncPath: AsyncFactory<String, Never> {
        self {
            await Task.yield(); return self.path()
        }.cached
    }
    var single: AsyncFactory<Product, Never> {
        self {
            let first = self.path()
            await Task.yield()
            return Product("\(first), \(await self.asyncPath()), \(self.path())")
        }.singleton
    }
    var cached: AsyncFactory<Product, Never> { self { Product(await self.asyncPath()) }.cached }
    var permit: ThrowingFactory<Permit, any Error> { self { Permit() }.singleton }
}

private final class Permit: Sendable {}

private final class Visit: ChildContainer {
    let manager = ContainerManager()
    let parent: Depot

    init(parent: Depot) { self.parent = parent }
}

extension Visit {
    var name: AsyncFactory<String, Never> { self { "visit of \(await self.cached().name)" }.cached }
}

@Suite(.timeLimit(.minutes(10)), .container { $0.manager.disableAutoRegistration() }, .container(for: Depot.self))
struct AsyncChildTests {
    private let depot = Depot.shared

    @Test func aSingletonIsBuiltFromTheRoot() async {
        let child = depot.child()
        child.path.override { "child" }
        #expect(await child.asyncPath() == "child")
        let single = await child.single()
        #expect(single.name == "root, root, root")
        #expect(await depot.single() === single)
        // The child is visible again.
        #expect(child.path() == "child")
        #expect(await child.cached().name == "child")
    }

    @Test func theDecoratorOfTheRootSeesASingleton() async throws {
        let (root, own) = (Collection<String>(), Collection<String>())
        let child = depot.child()
        depot.decorator { root.add("\(type(of: $0))") }
        child.decorator { own.add("\(type(of: $0))") }
        child.path.override { "child" }
        _ = await child.single()
        _ = await child.single()
        _ = try child.permit()
        // The root resolves the path of the singleton, too.
        #expect(root.values.filter { $0 != "String" } == ["Product", "Product", "Permit"])
        #expect(own.values == [])
        child.single.override(with: Product("own"))
        _ = await child.single()
        #expect(own.values == ["Product"])
    }

    @Test func aChildKeepsASingletonThatItReplaces() async throws {
        let (product, permit) = (await depot.single(), try depot.permit())
        let child = depot.child()
        let grandchild = child.child()
        child.single.override { await depot.asyncPath() == "root" ? Product("own") : Product("wrong") }
        child.permit.register { Permit() }
        for container in [child, grandchild] {
            let (ownProduct, ownPermit) = (await container.single(), try container.permit())
            #expect(ownProduct.name == "own")
            for _ in 0..<2 {
                #expect(await container.single() === ownProduct)
                #expect(try container.permit() === ownPermit)
            }
            #expect(ownProduct !== product)
            #expect(ownPermit !== permit)
        }
        #expect(await child.single() !== grandchild.single())
        #expect(await depot.single() === product)
        child.reset(options: .registration)
        #expect(await child.single() === product)
        #expect(try grandchild.permit() === permit)
    }

    @Test func aChildHasInstancesOfItsOwn() async {
        let child = depot.child()
        let (outer, inner) = (await depot.cached(), await child.cached())
        #expect(outer !== inner)
        #expect(await child.cached() === inner)
        depot.cached.override(with: Product("overridden"))
        #expect(await depot.child().cached().name == "overridden")
    }

    @Test func anInstanceIsNotKeptAfterTheOperation() async {
        let depot = depot
        let (hasEnded, task) = withChildContainer(of: depot) { _ in
        } operation: {
            let hasEnded = AsyncGate()
            let task = Task {
                await hasEnded.pass()
                return await [Depot.shared.cached(), Depot.shared.cached()]
            }
            return (hasEnded, task)
        }
        hasEnded.open()
        let products = await task.value
        #expect(products[0] !== products[1])
    }

    @Test func aConstructionThatOutlivesTheOperationIsNotKept() async {
        let (begun, mayEnd) = (AsyncGate(), AsyncGate())
        depot.cached.register {
            begun.open()
            await mayEnd.pass()
            return Product("registered")
        }
        let (child, caller) = await withChildContainer(of: depot) { _ in
        } operation: {
            let caller = Task { await Depot.shared.cached() }
            await begun.pass()
            return (Depot.shared, caller)
        }
        mayEnd.open()
        let product = await caller.value
        #expect(product.name == "registered")
        #expect(child.manager.isEmpty(.scope))
        #expect(await child.cached() !== product)
    }

    @Test func aParentsDeclarationIsAMember() async {
        let visit = Visit(parent: depot)
        #expect(await visit.name() == "visit of root")
        #expect(await visit.cached() === depot.cached())
    }
}

import Testing
import WiringTestSupport
import WiringTesting

extension Scope {
    fileprivate static let session = Cached()
    fileprivate static let customSingleton = Singleton()
}

extension Container {
    fileprivate var plain: Factory<Product> { self { Product("declared") } }
    fileprivate var onTest: Factory<String> { self { "declared" }.onTest { "test" } }
    fileprivate var byArgument: Factory<String> { self { "declared" }.onArg("mock") { "argument" } }
    fileprivate var cached: Factory<Product> { self { Product("declared") }.cached }
    fileprivate var session: Factory<Product> { self { Product("declared") }.scope(.session) }
    fileprivate var weak: Factory<Product> { self { Product("declared") }.shared }
    fileprivate var singleton: Factory<Product> { self { Product("declared") }.singleton }
    fileprivate var custom: Factory<Product> { self { Product("declared") }.scope(.customSingleton) }
    fileprivate var later: Factory<Product> { self { Product("declared") }.scope(.customSingleton) }
    fileprivate var graph: Factory<Product> { self { Product("declared") }.graph }
    fileprivate var greeting: ParameterFactory<String, String> { self { "Dear \($0)" } }
    fileprivate var holder: Factory<Product> { self { Product("with \(self.plain().name)") }.cached }

    /// Instances of all scopes that outlive a resolution.
    fileprivate var stored: [Product] { [cached(), session(), weak(), singleton(), custom()] }
}

private final class Second: SharedContainer {
    @TaskLocal static var shared = Second()
    let manager = ContainerManager()
}

extension Second {
    var plain: Factory<String> { self { "declared" } }
    var cached: Factory<Product> { self { Product("declared") }.cached }
    var singleton: Factory<Product> { self { Product("declared") }.singleton }
}

extension Second: TaskLocalContainer {
    static var taskLocal: TaskLocal<Second> { $shared }
}

private final class SelfRegistering: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = SelfRegistering()
    let manager = ContainerManager()

    func autoRegister() {
        first.register { "first" }
        let found = withContainer(for: SelfRegistering.self) {
            $0.second.override { "within" }
        } operation: {
            SelfRegistering.shared.first()
        }
        result.register { found }
        second.register { "registered" }
    }
}

extension SelfRegistering {
    var first: Factory<String> { self { "declared" } }
    var second: Factory<String> { self { "declared" } }
    var result: Factory<String> { self { "declared" } }
}

extension SelfRegistering: TaskLocalContainer {
    static var taskLocal: TaskLocal<SelfRegistering> { $shared }
}

/// A container that counts how many of its type are created while the counter is bound.
private final class Counted: SharedContainer, TaskLocalContainer {
    @TaskLocal static var counter: Counter?
    @TaskLocal static var shared = Counted()
    static var taskLocal: TaskLocal<Counted> { $shared }
    let manager = ContainerManager()

    init() { Self.counter?.increment() }
}

extension Overrides {
    fileprivate static let first = Overrides { $0.plain.override { Product("first") } }
    fileprivate static let second = Overrides(Second.self) { $0.plain.override { "second" } }
    fileprivate static let both: Overrides = [.first, .second]
}

private struct Failure: Error, Equatable {
    let number: Int
}

@Suite(.timeLimit(.minutes(10)), .container(for: Container.self, Second.self)) struct WithContainerTests {
    @Test func theOperationSeesTheChanges() {
        let names = withContainer {
            $0.plain.override { Product("mock") }
            $0.onTest.override { "mock" }
            $0.greeting.override { "Hi \($0)" }
        } operation: {
            [Container.shared.plain().name, Container.shared.onTest(), Container.shared.greeting("Ada")]
        }
        #expect(names == ["mock", "mock", "Hi Ada"])
        #expect(Container.shared.plain().name == "declared")
        #expect(Container.shared.onTest() == "test")
        #expect(Container.shared.greeting("Ada") == "Dear Ada")
    }

    @Test func theCopyIsTheSharedContainerWithinTheChanges() {
        let outer = Container.shared
        withContainer { child in
            #expect(child === Container.shared)
            #expect(child !== outer)
        } operation: {
        }
        #expect(Container.shared === outer)
    }

    @Test func aCopyInheritsTheStateOfTheCurrentContainer() {
        let container = Container.shared
        container.plain.register { Product("outer") }
        container.onTest.override { "outer" }
        container.greeting.onTest { "Outer \($0)" }
        FactoryContext.setArg("mock", forKey: "key")
        let counter = Counter()
        container.decorator { _ in counter.increment() }
        container.manager.promiseTriggersError.toggle()
        let stored = container.stored
        withContainer { _ in
        } operation: {
            let child = Container.shared
            #expect(child.plain().name == "outer")
            #expect(child.onTest() == "outer")
            #expect(child.greeting("Ada") == "Outer Ada")
            #expect(child.byArgument() == "argument")
            #expect(child.manager.promiseTriggersError == container.manager.promiseTriggersError)
            #expect(zip(child.stored, stored).allSatisfy { $0 === $1 })
            let before = counter.count
            _ = child.plain()
            #expect(counter.count == before + 1)
        }
    }

    @Test func changesToACopyDoNotAffectTheOuterContainer() {
        let container = Container.shared
        let stored = container.stored
        let lines = Collection<String>()
        container.manager.logger = { lines.add($0) }
        withContainer {
            for factory in [$0.cached, $0.session, $0.weak, $0.singleton, $0.custom] {
                factory.override { Product("mock") }
            }
        } operation: {
            let child = Container.shared
            #expect(child.stored.map(\.name) == Array(repeating: "mock", count: 5))
            child.plain.register { Product("mock") }
            child.manager.defaultScope = .cached
            child.manager.trace = true
            child.manager.logger = { _ in }
            child.decorator { _ in Issue.record("the child's decorator ran") }
            child.decorator(nil)
            FactoryContext.setArg("mock", forKey: "key")
            FactoryContext.current.arguments.append("mock")
            Scope.singleton.reset()
            Scope.customSingleton.reset()
            _ = (child.plain(), child.later(), child.byArgument())
            child.reset()
        }
        #expect(zip(container.stored, stored).allSatisfy { $0 === $1 })
        #expect(container.plain() !== container.plain())
        #expect(container.plain().name == "declared")
        #expect(!container.manager.trace)
        #expect(FactoryContext.current == FactoryContext())
        #expect(container.byArgument() == "declared")
        #expect(lines.values.isEmpty)
    }

    @Test func laterChangesToTheOuterContainerDoNotAffectACopy() async {
        let container = Container.shared
        let outer = container.cached()
        await withContainer { _ in
        } operation: {
            await Task.yield()
            container.cached.register { Product("outside") }
            container.plain.register { Product("outside") }
            #expect(Container.shared.cached() === outer)
            #expect(Container.shared.plain().name == "declared")
        }
        #expect(container.cached().name == "outside")
    }

    @Test func anInheritedInstanceKeepsItsDependencyUntilItIsReset() {
        _ = Container.shared.holder()
        let inherited = withContainer {
            $0.plain.override { Product("mock") }
        } operation: {
            Container.shared.holder().name
        }
        #expect(inherited == "with declared")
        let reset = withContainer {
            $0.plain.override { Product("mock") }
            $0.holder.reset(.scope)
        } operation: {
            Container.shared.holder().name
        }
        #expect(reset == "with mock")
        #expect(Container.shared.holder().name == "with declared")
    }

    @Test func aClosureRegisteredOutsideUsesTheOuterContainer() {
        let outer = Container.shared
        outer.cached.register { outer.plain() }
        let name = withContainer {
            $0.plain.override { Product("mock") }
        } operation: {
            Container.shared.cached().name
        }
        #expect(name == "declared")
    }

    @Test func savedStatesAreNotInherited() {
        Container.shared.manager.push()
        withContainer {
            $0.plain.override { Product("mock") }
        } operation: {
            Container.shared.manager.pop()
            #expect(Container.shared.plain().name == "mock")
        }
        Container.shared.plain.register { Product("pushed") }
        Container.shared.manager.pop()
        #expect(Container.shared.plain().name == "declared")
    }

    @Test func aCopyHasItsOwnGraphWithinAResolution() {
        let container = Container.shared
        container.holder.register {
            let outer = container.graph()
            let inner = withContainer { _ in
            } operation: {
                Container.shared.graph()
            }
            #expect(inner !== outer)
            #expect(container.graph() === outer)
            return outer
        }
        _ = container.holder()
    }

    @Test func aCopyIsReleasedWhenItsOperationEnds() {
        let leaked = withContainer {
            $0.plain.override { Product("mock") }
        } operation: {
            _ = Container.shared.stored
            return WeakReference(Container.shared)
        }
        #expect(leaked.object == nil)
    }

    @Test func withinAutoRegisterACopyInheritsTheRegistrationsMadeSoFar() {
        #expect(SelfRegistering.shared.result() == "first")
        #expect(SelfRegistering.shared.second() == "registered")
        SelfRegistering.shared.reset()
        #expect(
            withContainer(for: SelfRegistering.self) { _ in
            } operation: {
                SelfRegistering.shared.second()
            } == "registered"
        )
    }

    // MARK: - Nested

    @Test func aNestedCopyInheritsFromTheOuterCopy() {
        withContainer {
            $0.plain.override { Product("first") }
        } operation: {
            let custom = Container.shared.custom()
            let singleton = Container.shared.singleton()
            withContainer {
                $0.onTest.override { "second" }
            } operation: {
                #expect(Container.shared.plain().name == "first")
                #expect(Container.shared.onTest() == "second")
                #expect(Container.shared.custom() === custom)
                #expect(Container.shared.singleton() === singleton)
                Container.shared.custom.override { Product("second") }
                Container.shared.singleton.override { Product("second") }
                #expect(Container.shared.custom().name == "second")
            }
            #expect(Container.shared.custom() === custom)
            #expect(Container.shared.singleton() === singleton)
            #expect(Container.shared.onTest() == "test")
        }
    }

    @Test func changesOfACustomContainerMaySuspend() async {
        let name = await withContainer(for: Second.self) {
            await Task.yield()
            $0.plain.override { "changed" }
        } operation: {
            await Task.yield()
            return Second.shared.plain()
        }
        #expect(name == "changed")
    }

    // MARK: - Errors

    /// If the changes throw, the operation does not run, and nothing outside changes.
    @Test func theErrorOfTheChangesIsRethrown() async {
        let operations = Counter()
        func change(_ container: Container) throws {
            container.plain.override { Product("child") }
            throw Failure(number: 1)
        }
        #expect(throws: Failure(number: 1)) {
            try withContainer {
                try change($0)
            } operation: {
                operations.increment()
            }
        }
        await #expect(throws: Failure(number: 1)) {
            try await withContainer {
                await Task.yield()
                try change($0)
            } operation: {
                await Task.yield()
                operations.increment()
            }
        }
        await #expect(throws: Failure(number: 1)) {
            try await withContainer(for: Second.self) { _ in
                await Task.yield()
                throw Failure(number: 1)
            } operation: {
                operations.increment()
            }
        }
        #expect(throws: Failure(number: 1)) {
            try withContainer(for: Container.self, Second.self) { container, _ in
                try change(container)
            } operation: {
                operations.increment()
            }
        }
        await #expect(throws: Failure(number: 1)) {
            try await withContainer(for: Container.self, Second.self) { container, _ in
                try change(container)
            } operation: {
                await Task.yield()
                operations.increment()
            }
        }
        #expect(operations.count == 0)
        #expect(Container.shared.plain().name == "declared")
    }

    @Test func theErrorOfTheOperationIsRethrown() async {
        #expect(throws: Failure(number: 1)) {
            try withContainer { _ in
            } operation: { () throws(Failure) -> Int in
                throw Failure(number: 1)
            }
        }
        await #expect(throws: Failure(number: 2)) {
            try await withContainer { _ in
            } operation: { () async throws(Failure) -> Int in
                await Task.yield()
                throw Failure(number: 2)
            }
        }
        #expect(throws: Failure(number: 3)) {
            try withContainer { _ in
            } operation: {
                throw Failure(number: 3)
            }
        }
    }

    @Test func withoutChangesATypedErrorStaysTyped() async {
        do throws(Failure) {
            try withExistingContainer(Container()) { () throws(Failure) in throw Failure(number: 1) }
        } catch {
            #expect(error == Failure(number: 1))
        }
        do throws(Failure) {
            try await withContainer([] as Overrides) { () async throws(Failure) in
                await Task.yield()
                throw Failure(number: 2)
            }
        } catch {
            #expect(error == Failure(number: 2))
        }
    }

    /// Wraps `withContainer` as a function that throws only if its operation does.
    private func inContainer<Result>(_ operation: () throws -> Result) rethrows -> Result {
        try withContainer { _ in
        } operation: {
            try operation()
        }
    }

    @Test func aFunctionThatRethrowsCanCallIt() throws {
        #expect(inContainer { 1 } == 1)
        #expect(throws: Failure(number: 1)) { try inContainer { throw Failure(number: 1) } }
    }

    // MARK: - Isolation

    @Test @MainActor func theOperationInheritsTheMainActor() async {
        let model = Mutable()
        let result = await withContainer { container in
            MainActor.assertIsolated()
            await Task.yield()
            container.plain.override { Product("main") }
            MainActor.assertIsolated()
        } operation: {
            MainActor.assertIsolated()
            model.name = Container.shared.plain().name
            await Task.yield()
            MainActor.assertIsolated()
            return model
        }
        #expect(result.name == "main")
        withContainer {
            $0.plain.override { Product("synchronous") }
        } operation: {
            MainActor.assertIsolated()
            model.name = Container.shared.plain().name
        }
        #expect(model.name == "synchronous")
    }

    @Test func theOperationInheritsAnActor() async {
        #expect(await Worker().work() == "actor")
    }

    @Test func theOperationCanCaptureNonSendableValues() async {
        let model = Mutable()
        await withContainer { container in
            await Task.yield()
            container.plain.override { Product(model.name) }
        } operation: {
            await Task.yield()
            model.name += Container.shared.plain().name
        }
        #expect(model.name == "newnew")
    }

    private actor Worker {
        private var name = ""

        func work() async -> String {
            await withContainer {
                $0.plain.override { Product("actor") }
            } operation: {
                self.assertIsolated()
                await Task.yield()
                self.assertIsolated()
                name = Container.shared.plain().name
            }
            return name
        }
    }

    // MARK: - Tasks

    @Test func tasksThatOutliveTheOperationRetainTheCopy() async {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        let task = withContainer {
            $0.plain.override { Product("child") }
        } operation: {
            Task {
                for await _ in stream {}
                return Container.shared.plain().name
            }
        }
        #expect(Container.shared.plain().name == "declared")
        continuation.finish()
        #expect(await task.value == "child")
    }

    @Test func concurrentCopiesDoNotSeeEachOther() async {
        let container = Container.shared
        let stored = container.stored
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    await withContainer {
                        $0.singleton.override { Product("\(number)") }
                        $0.custom.override { Product("\(number)") }
                        $0.cached.override { Product("\(number)") }
                    } operation: {
                        await Task.yield()
                        let found = [
                            Container.shared.singleton(), Container.shared.custom(), Container.shared.cached(),
                        ]
                        #expect(found.allSatisfy { $0.name == "\(number)" })
                    }
                }
            }
        }
        #expect(zip(container.stored, stored).allSatisfy { $0 === $1 })
    }

    // MARK: - Other container types

    @Test func withContainerAcceptsAnotherContainerType() {
        let container = Container.shared
        let (cached, singleton) = (Second.shared.cached(), Second.shared.singleton())
        FactoryContext.setArg("outer", forKey: "key")
        withContainer(for: Second.self) {
            $0.plain.override { "second" }
        } operation: {
            #expect(Second.shared.plain() == "second")
            #expect(Second.shared.cached() === cached)
            #expect(Second.shared.singleton() === singleton)
            #expect(Container.shared === container)
            #expect(FactoryContext.current.runtimeArguments == ["key": "outer"])
            FactoryContext.setArg("inner", forKey: "key")
            #expect(FactoryContext.current.runtimeArguments == ["key": "inner"])
            Second.shared.singleton.override { Product("second") }
            #expect(Second.shared.singleton().name == "second")
        }
        #expect(Second.shared.plain() == "declared")
        #expect(Second.shared.singleton() === singleton)
        #expect(FactoryContext.current.runtimeArguments == ["key": "outer"])
    }

    @Test func withContainerAcceptsSeveralContainerTypes() async {
        let names = await withContainer(for: Second.self, Container.self) { second, container in
            second.plain.override { "second" }
            container.plain.override { Product("first") }
            FactoryContext.setArg("mock", forKey: "key")
        } operation: {
            await Task.yield()
            return [Second.shared.plain(), Container.shared.plain().name, Container.shared.byArgument()]
        }
        #expect(names == ["second", "first", "argument"])
        #expect(Second.shared.plain() == "declared")
        #expect(Container.shared.byArgument() == "declared")
    }

    // MARK: - Sets

    @Test func withContainerAppliesSetsOfOverrides() async {
        #expect(withContainer(.first) { Container.shared.plain().name } == "first")
        let names = await withContainer(.first, .second) {
            await Task.yield()
            return [Container.shared.plain().name, Second.shared.plain()]
        }
        #expect(names == ["first", "second"])
        withContainer(.both, Overrides { $0.plain.override { Product("last") } }) {
            #expect(Container.shared.plain().name == "last")
            #expect(Second.shared.plain() == "second")
        }
        #expect(Container.shared.plain().name == "declared")
        #expect(Second.shared.plain() == "declared")
    }

    @Test func setsOfOneContainerTypeShareACopy() {
        let set = Overrides(Counted.self) { _ in }
        _ = Counted.shared
        let counter = Counter()
        Counted.$counter.withValue(counter) { withContainer(set, .first, set) {} }
        #expect(counter.count == 1)
    }

    @Test @MainActor func withContainerAppliesSetsOfOverridesThatSuspend() async throws {
        let set = AsyncOverrides { @MainActor container in
            await Task.yield()
            MainActor.assertIsolated()
            container.plain.override { Product("first") }
        }
        let second = AsyncOverrides(Second.self) { $0.plain.override { "asynchronous" } }
        try await withContainer([set, second], AsyncOverrides(Overrides { $0.plain.override { Product("last") } })) {
            await Task.yield()
            MainActor.assertIsolated()
            #expect(Container.shared.plain().name == "last")
            #expect(Second.shared.plain() == "asynchronous")
        }
        let first = try await withContainer(set) { Container.shared.plain().name }
        #expect(first == "first")
        #expect(Container.shared.plain().name == "declared")
        #expect(Second.shared.plain() == "declared")
    }

    @Test func errorOfASetOfOverridesIsThrownAndSkipsTheOperation() async {
        let set = AsyncOverrides { _ in
            await Task.yield()
            throw CancellationError()
        }
        let later = AsyncOverrides { _ in Issue.record("a later change has run") }
        await #expect(throws: CancellationError.self) {
            try await withContainer(set, later) { Issue.record("the operation has run") }
        }
    }

    @Test func setsOfOverridesAlwaysCreateACopyOfContainer() {
        let container = Container.shared
        withContainer([]) { #expect(Container.shared !== container) }
        withContainer(.second) { Container.shared.plain.register { Product("within") } }
        #expect(Container.shared.plain().name == "declared")
    }
}

private final class Mutable {
    var name = "new"
}

private struct WeakReference {
    weak var object: Container?
    init(_ object: Container) { self.object = object }
}

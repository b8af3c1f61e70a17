import Testing
import WiringTestSupport
import WiringTesting

extension Scope {
    fileprivate static let delivery = Singleton()
}

private final class Letterbox: SharedContainer, TaskLocalContainer {
    @TaskLocal static var shared = Letterbox()
    static var taskLocal: TaskLocal<Letterbox> { $shared }
    let manager = ContainerManager()

    var sender: Factory<String> { self { Container.shared.name() } }
    var session: Factory<Product> { self { Product("session") }.singleton }
    var delivery: Factory<Product> { self { Product("delivery") }.scope(.delivery) }
}

extension Container {
    fileprivate var name: Factory<String> { self { "declared" } }
    fileprivate var cached: Factory<Product> { self { Product("cached") }.cached }
    fileprivate var session: Factory<Product> { self { Product("session") }.singleton }
    fileprivate var byContext: Factory<String> { self { "declared" }.onArg("-existing") { "argument" } }
}

/// What a model keeps of its world.
private final class Model: Sendable {
    let container = Container.shared
    let session = Container.shared.session()
}

/// As in most programs, the container has no `autoRegister()`. That of the demo is in the process, too.
@Suite(.container { $0.manager.disableAutoRegistration() }) struct ExistingContainerTests {
    @Test func itIsTheSharedContainerOfTheOperation() async {
        let other = Container()
        other.name.register { "other" }
        #expect(withExistingContainer(other) { Container.shared === other && Container.shared.name() == "other" })
        #expect(Container.shared !== other)
        let name = await withExistingContainer(other) { () async in
            await Task.yield()
            return await Task { Container.shared.name() }.value
        }
        #expect(name == "other")
    }

    @Test func changesOfTheOperationStay() {
        let other = Container()
        withExistingContainer(other) { _ = Container.shared.name.register { "registered" } }
        #expect(other.name() == "registered")
    }

    @Test func itBringsItsSingletonsAndItsContext() async {
        let model = withContainer {
            $0.session.override { Product("mock") }
        } operation: {
            FactoryContext.setArg("-existing", forKey: "existing")
            return Model()
        }
        #expect(withExistingContainer(model.container) { Model().session } === model.session)
        #expect(Container.shared.session().name == "session")
        #expect(withExistingContainer(model.container) { Container.shared.byContext() } == "argument")
        #expect(Container.shared.byContext() == "declared")
        // Also where no test's container is the shared one.
        let detached = await Task.detached { withExistingContainer(model.container) { Model().session } }.value
        #expect(detached === model.session)
    }

    @Test func containersOfOtherTypesResolveWithItsSingletons() {
        let model = withContainer { _ in
        } operation: {
            Model()
        }
        let session = withExistingContainer(model.container) { Letterbox.shared.session() }
        #expect(withExistingContainer(model.container) { Letterbox.shared.session() } === session)
        #expect(Letterbox.shared.session() !== session)
    }

    @Test func itBringsTheInstancesOfACustomSingletonScope() {
        let (container, delivery) = withContainer { _ in
        } operation: {
            (Container.shared, Letterbox.shared.delivery())
        }
        #expect(Letterbox.shared.delivery() !== delivery)
        #expect(withExistingContainer(container) { Letterbox.shared.delivery() } === delivery)
        withExistingContainer(container) { Scope.delivery.reset() }
        #expect(withExistingContainer(container) { Letterbox.shared.delivery() } !== delivery)
    }

    @Test func anotherContainerResolvesWithTheCurrentSingletons() {
        let session = Container.shared.session()
        #expect(withExistingContainer(Container()) { Container.shared.session() } === session)
    }

    @Test func itBringsItsSingletonsWhereTheTaskHasOthers() {
        let (container, letters) = withContainer { _ in
        } operation: {
            (Container.shared, [Letterbox.shared.session(), Letterbox.shared.delivery()])
        }
        // Those of the isolation, but not the isolation.
        let singleton = withExistingContainer(container) { Scope.singleton }
        Scope.$singleton.withValue(singleton) {
            let delivery = withExistingContainer(container) { Letterbox.shared.delivery() }
            #expect(delivery === letters[1])
        }
        // The isolation, but not its singletons.
        withExistingContainer(container) {
            Scope.$singleton.withValue(Scope.Singleton()) {
                #expect(withExistingContainer(container) { Letterbox.shared.session() } === letters[0])
            }
        }
    }

    @Test func itBringsItsContextWhereAnotherContainerHasTheContext() {
        let container = Container()
        Container.$shared.withValue(container) {
            withContainer(for: Letterbox.self) { _ in
                FactoryContext.setArg("-existing", forKey: "existing")
            } operation: {
                #expect(FactoryContext.current.runtimeArguments == ["existing": "-existing"])
                #expect(withExistingContainer(container) { FactoryContext.current.runtimeArguments }.isEmpty)
            }
        }
    }

    @Test func aBoundClosureHasTheContainerOfAnotherType() {
        let letterbox = Letterbox()
        let bound = withExistingContainer(letterbox) { Container.shared.bind { Letterbox.shared } }
        #expect(bound() === letterbox)
        #expect(Letterbox.shared !== letterbox)
    }

    @Test func aSingletonThatIsBeingBuiltHasTheRoot() {
        let container = Container.shared
        let child = container.child()
        container.session.register {
            Product(withExistingContainer(child) { Container.shared === container } ? "root" : "child")
        }
        #expect(child.session().name == "root")
    }

    @Test func otherContainerTypesKeepTheirs() {
        let letterbox = Letterbox()
        Container.shared.name.register { "current" }
        #expect(withExistingContainer(letterbox) { Letterbox.shared.sender() } == "current")
        #expect(withExistingContainer(letterbox) { Letterbox.shared === letterbox })
    }

    @Test func itThrowsWhatTheOperationThrows() async {
        struct Refused: Error {}
        #expect(throws: Refused.self) { try withExistingContainer(Container()) { throw Refused() } }
        await #expect(throws: Refused.self) {
            try await withExistingContainer(Container()) { () async throws in throw Refused() }
        }
    }

    // MARK: - Copies

    @Test func aCopyBeginsWithTheStateOfTheContainer() async {
        let model = withContainer {
            $0.name.register { "model's" }
        } operation: {
            Model()
        }
        let cached = model.container.cached()
        let results = withContainer(from: model.container) { _ in
        } operation: {
            (
                Container.shared.name(), Container.shared.cached() === cached,
                Container.shared.session() === model.session
            )
        }
        #expect(results == ("model's", true, true))
        #expect(Container.shared.name() == "declared")
    }

    @Test func aCopyHasTheContextOfTheContainer() async {
        let model = withContainer { _ in
        } operation: {
            FactoryContext.setArg("-existing", forKey: "existing")
            return Model()
        }
        let name = withContainer(from: model.container) { _ in
        } operation: {
            Container.shared.byContext()
        }
        #expect(name == "argument")
        let other = await withContainer(from: model.container) { _ in
            await Task.yield()
        } operation: {
            await Task.yield()
            return Container.shared.byContext()
        }
        #expect(other == "argument")
        #expect(Container.shared.byContext() == "declared")
    }

    @Test func changesOfACopyDoNotReachTheContainer() async {
        let model = Model()
        let name = withContainer(from: model.container) {
            $0.name.override { "child's" }
        } operation: {
            Container.shared.name()
        }
        #expect(name == "child's")
        #expect(model.container.name() == "declared")
        let other = await withContainer(from: model.container) {
            await Task.yield()
            $0.name.override { "asynchronous" }
        } operation: {
            await Task.yield()
            return Container.shared.name()
        }
        #expect(other == "asynchronous")
    }

    @Test func whatTheChangesThrowIsThrown() async {
        struct Refused: Error {}
        let model = Model()
        #expect(throws: Refused.self) {
            try withContainer(from: model.container) { _ in
                throw Refused()
            } operation: {
                Issue.record()
            }
        }
        await #expect(throws: Refused.self) {
            try await withContainer(from: model.container) { _ async throws in
                throw Refused()
            } operation: {
                Issue.record()
            }
        }
    }

    @Test func aCopyOfAnotherContainerType() {
        let letterbox = Letterbox()
        let sender = withContainer(from: letterbox) {
            $0.sender.override { "overridden" }
        } operation: {
            Letterbox.shared.sender()
        }
        #expect(sender == "overridden")
        #expect(letterbox.sender() == "declared")
    }

    // MARK: - With a value

    /// As a server's writer: not `Sendable`, and its function runs on no actor.
    private struct Writer {
        private(set) var lines: [String] = []
        /// What it is, so that the compiler does not take it for `Sendable`.
        private let identity = NonSendable()

        private final class NonSendable {
            var count = 0
        }

        @concurrent
        mutating func write(_ line: String) async {
            await Task.yield()
            lines.append(line)
        }
    }

    /// As a server's body, which passes the writer on.
    @concurrent
    private static func writeBody(_ writer: inout Writer) async throws(Closed) {
        await writer.write(Container.shared.name())
        if writer.lines.count > 1 { throw Closed() }
    }

    private struct Closed: Error {}

    @Test func anOperationTakesAValueThatIsNotSendable() async throws {
        let model = Model()
        model.container.name.override { "given" }
        @concurrent func stream() async throws -> [String] {
            var writer = Writer()
            try await withExistingContainer(model.container, &writer) { try await Self.writeBody(&$0) }
            do throws(Closed) {
                let container = model.container
                try await withExistingContainer(container, &writer) { (writer: inout Writer) async throws(Closed) in
                    try await Self.writeBody(&writer)
                }
                Issue.record()
            } catch {}
            return writer.lines
        }
        #expect(try await stream() == ["given", "given"])
    }

    private struct Page: ~Copyable {
        var lines: [String] = []
    }

    @Test func anOperationTakesAValueThatIsNotCopyable() async {
        let model = Model()
        model.container.name.override { "given" }
        @concurrent func fill() async -> [String] {
            var page = Page()
            await withExistingContainer(model.container, &page) { (page: inout Page) async in
                page.lines.append(Container.shared.name())
            }
            return page.lines
        }
        #expect(await fill() == ["given"])
    }
}

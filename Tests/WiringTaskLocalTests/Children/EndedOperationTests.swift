#if DEBUG
    import Testing
    import WiringTestSupport
    import WiringTesting

    @testable import Wiring
    @testable import WiringAsync
    @testable import WiringModules

    private let declarations = 13

    extension Desk {
        fileprivate var reader: Factory<String> { self { "nobody" } }
        fileprivate var greeting: Factory<String> { self { "Hello, \(self.reader())" } }
        fileprivate var lamp: Factory<Item> { self { Item("lamp") }.cached }
        fileprivate var press: Factory<Item> { self { Item(self.reader()) }.singleton }
        fileprivate var book: ParameterFactory<Int, Item> { self { Item("\($0)") }.scopeOnParameters.cached }
        fileprivate var archive: AsyncFactory<Item, Never> { self { Item("archive") }.cached }
        fileprivate var licence: ThrowingFactory<Item, any Error> { self { Item("licence") }.shared }
        fileprivate var shelves: Collected<String> { collected() }
        fileprivate var untouched: Factory<String> { self { "untouched" } }
    }

    private final class Desk: TaskLocalContainer {
        @TaskLocal static var shared = Desk()
        static var taskLocal: TaskLocal<Desk> { $shared }
        let manager = ContainerManager()
    }

    /// A debug build tells of a resolution that follows, in the same task, the operation of a child that had set the dependency.
    @Suite(
        .timeLimit(.minutes(10)),
        .container { $0.manager.disableAutoRegistration() },
        .compactMapIssues { $0.isFailure ? $0 : nil }
    )
    struct EndedOperationTests {
        private let desk = Desk()
        private let lines = Collection<String>()

        init() { desk.manager.logger = { [lines] in lines.add($0) } }

        /// Runs an operation whose child has another reader.
        private func serve(_ name: String = "Ada", _ operation: () -> Void = {}) {
            withChildContainer(of: desk) {
                $0.reader.override { name }
            } operation: {
                #expect(Desk.shared.reader() == name)
                operation()
            }
        }

        // MARK: - Told

        @Test func aResolutionAfterTheOperationIsToldOnce() {
            let change = #line + 2
            withChildContainer(of: desk) {
                $0.reader.override { "Ada" }
            } operation: {
                #expect(Desk.shared.reader() == "Ada")
            }
            #expect(lines.values == [])
            let line = #line + 1
            #expect(desk.reader() == "nobody")
            let text = """
                Wiring: Desk.reader<String> was resolved at WiringTaskLocalTests/EndedOperationTests.swift:\(line) without the child container \
                that had set it at WiringTaskLocalTests/EndedOperationTests.swift:\(change), because its operation has ended in this task
                      Desk.reader<String>  WiringTaskLocalTests/EndedOperationTests.swift:\(declarations)
                `withChildContainer` ends the child when its operation returns, which is before a streamed body is written. Resolve \
                `reader` within the operation, or bind what follows: `Container.shared.bind { … }`. If that needs the child's instances, \
                keep the child, too: `Container.shared.bindKeepingChild { … }`, with `import WiringAsync`.
                """
            #expect(lines.values == [text])
            serve()
            #expect(desk.reader() == "nobody")
            #expect(lines.values == [text])
        }

        @Test func aResolutionAfterAnAsynchronousOperationIsTold() async {
            await withChildContainer(of: desk) {
                await Task.yield()
                $0.reader.override { "Ada" }
            } operation: {
                await Task.yield()
                #expect(Desk.shared.reader() == "Ada")
            }
            await Task.yield()
            #expect(desk.greeting() == "Hello, nobody")
            #expect(lines.values.count == 1)
            #expect(lines.values.first?.contains("      Desk.greeting<String>  ") == true)
            #expect(lines.values.first?.contains("    → Desk.reader<String>  ") == true)
        }

        enum Change: CaseIterable {
            case override, register, decorate, context, contribute, parameter, asynchronous, throwing
        }

        @Test(arguments: Change.allCases) func eachKindOfChangeIsTold(_ kind: Change) async throws {
            for _ in 0..<2 {
                withChildContainer(of: desk) { child in
                    switch kind {
                    case .override: child.lamp.override { Item("child's") }
                    case .register: child.lamp.register { Item("child's") }
                    case .decorate: child.lamp.decorate { Item("child's \($0.name)") }
                    case .context: child.untouched.onTest { "child's" }
                    case .contribute: child.shelves.contribute { "child's" }
                    case .parameter: child.book.override { _ in Item("child's") }
                    case .asynchronous: child.archive.override { Item("child's") }
                    case .throwing: child.licence.override { Item("child's") }
                    }
                } operation: {
                }
                switch kind {
                case .override, .register, .decorate: #expect(desk.lamp().name == "lamp")
                case .context: #expect(desk.untouched() == "untouched")
                case .contribute: #expect(desk.shelves().isEmpty)
                case .parameter: #expect(desk.book(1).name == "1")
                case .asynchronous: #expect(await desk.archive().name == "archive")
                case .throwing: #expect(try desk.licence().name == "licence")
                }
            }
            #expect(lines.values.count == 1)
        }

        @Test func aStoredInstanceIsToldAndStays() {
            let (lamp, press) = (desk.lamp(), desk.press())
            withChildContainer(of: desk) {
                $0.lamp.override { Item("child's") }
                $0.press.override { Item("child's") }
            } operation: {
                #expect(Desk.shared.lamp().name == "child's")
            }
            #expect(desk.lamp() === lamp)
            #expect(desk.press() === press)
            #expect(lines.values.count == 2)
        }

        @Test func eachContainerIsTold() {
            let other = Desk()
            other.manager.logger = { [lines] in lines.add($0) }
            for desk in [desk, other] {
                withChildContainer(of: desk) {
                    $0.reader.override { "Ada" }
                } operation: {
                }
                _ = desk.reader()
            }
            #expect(lines.values.count == 2)
        }

        // MARK: - Nested children

        @Test func anInnerOperationIsToldInTheOuterOne() {
            withChildContainer(of: desk) { _ in
            } operation: {
                withChildContainer(of: Desk.shared) {
                    $0.reader.override { "Ada" }
                } operation: {
                    #expect(Desk.shared.reader() == "Ada")
                }
                #expect(Desk.shared.reader() == "nobody")
                #expect(lines.values.count == 1)
            }
            #expect(desk.reader() == "nobody")
            #expect(lines.values.count == 2)
        }

        @Test func anOuterChildThatSetsTheDependencyIsSilent() {
            serve {
                withChildContainer(of: Desk.shared) {
                    $0.reader.override { "Grace" }
                } operation: {
                    #expect(Desk.shared.reader() == "Grace")
                }
                #expect(Desk.shared.reader() == "Ada")
            }
            #expect(lines.values == [])
        }

        // MARK: - Silent

        @Test func whatTheChildHasNotSetIsSilent() {
            serve {
                _ = (Desk.shared.lamp(), Desk.shared.untouched())
                Desk.shared.lamp.reset()
            }
            _ = (desk.lamp(), desk.untouched(), desk.shelves(), desk.book(1))
            #expect(lines.values == [])
        }

        @Test func anotherTaskIsSilent() async {
            let desk = desk
            serve()
            await Task { #expect(desk.reader() == "nobody") }.value
            await Task.detached { #expect(desk.reader() == "nobody") }.value
            await withTaskGroup { group in group.addTask { #expect(desk.reader() == "nobody") } }
            #expect(lines.values == [])
            #expect(desk.reader() == "nobody")
            #expect(lines.values.count == 1)
        }

        /// A task that ends makes room for the next one, which may have its address.
        @Test func laterTasksAtTheSameAddressAreSilent() async {
            let desk = desk
            for _ in 0..<500 {
                await Task.detached {
                    withChildContainer(of: desk) {
                        $0.reader.override { "Ada" }
                    } operation: {
                    }
                }.value
                await Task.detached { #expect(desk.reader() == "nobody") }.value
            }
            #expect(lines.values == [])
        }

        @Test func aThreadWithoutATaskIsSilent() async {
            await onThread { [desk] in
                withChildContainer(of: desk) {
                    $0.reader.override { "Ada" }
                } operation: {
                }
                #expect(desk.reader() == "nobody")
            }
            #expect(lines.values == [])
        }

        @Test func aParentThatIsNamedWithinALaterChildIsSilent() {
            serve()
            serve("Grace") { #expect(Desk.shared.root.reader() == "nobody") }
            withChildContainer(of: desk) { _ in
            } operation: {
                #expect(desk.reader() == "nobody")
            }
            #expect(lines.values == [])
        }

        @Test func aSingletonThatUsesTheRootIsSilent() {
            serve()
            #expect(desk.press().name == "nobody")
            #expect(lines.values == [])
        }

        enum ParentChange: CaseIterable { case override, register, reset, resetAll, pop }

        @Test(arguments: ParentChange.allCases) func aParentThatChangesLaterIsSilent(_ change: ParentChange) {
            desk.manager.push()
            serve()
            switch change {
            case .override: desk.reader.override { "root's" }
            case .register: desk.reader.register { "root's" }
            case .reset: desk.reader.reset()
            case .resetAll: desk.manager.reset()
            case .pop: desk.manager.pop()
            }
            _ = desk.reader()
            #expect(lines.values == [])
        }

        @Test func anOverrideOfTheParentIsSilentAndARegistrationIsNot() {
            desk.reader.register { "registered" }
            serve()
            #expect(desk.reader() == "registered")
            #expect(lines.values.count == 1)
            let other = Desk()
            other.manager.logger = { [lines] in lines.add($0) }
            other.reader.override { "overridden" }
            withChildContainer(of: other) {
                $0.reader.override { "Ada" }
            } operation: {
            }
            #expect(other.reader() == "overridden")
            #expect(lines.values.count == 1)
        }

        @Test func aSingletonThatALaterChildResolvesIsSilent() {
            withChildContainer(of: desk) {
                $0.press.override { Item("child's") }
            } operation: {
            }
            #expect(desk.child().press().name == "nobody")
            #expect(lines.values == [])
        }

        @Test func aChildThatIsKeptIsSilent() {
            let child = desk.child()
            child.reader.override { "Ada" }
            withExistingContainer(child) { #expect(Desk.shared.reader() == "Ada") }
            withExistingContainer(child) { #expect(Desk.shared.reader() == "Ada") }
            #expect(lines.values == [])
        }

        @Test func aCopyOfTheParentIsSilent() {
            serve()
            withExistingContainer(desk) {
                withContainer(for: Desk.self) { _ in
                } operation: {
                    #expect(Desk.shared !== desk)
                    #expect(Desk.shared.reader() == "nobody")
                }
            }
            #expect(lines.values == [])
        }

        // MARK: - Memory

        /// Only the last operations are remembered, and nothing of their children.
        @Test func nothingIsRetained() async {
            let tracker = Tracker()
            weak var released: Desk?
            do {
                let desk = Desk()
                desk.manager.logger = { [lines] in lines.add($0) }
                released = desk
                for _ in 0..<40 {
                    await Task {
                        weak var child: Desk?
                        let item = Item("child's", tracker)
                        withChildContainer(of: desk) {
                            child = $0
                            $0.lamp.override { item }
                        } operation: {
                            #expect(Desk.shared.lamp() === item)
                        }
                        #expect(child == nil)
                    }.value
                    #expect(tracker.alive == 0)
                }
                #expect(desk.manager.slots.entries.map { $0.current.endedOperations.count } == [16])
                #expect(desk.lamp().name == "lamp")
            }
            #expect(released == nil)
            #expect(lines.values == [])
        }
    }
#endif

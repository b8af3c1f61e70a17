import Foundation
import Testing
import WiringLifecycle
import WiringTestSupport
import WiringTesting

extension Scope {
    fileprivate static let custom = Singleton()
}

extension Container {
    fileprivate var plain: Factory<String> { self { "declared" } }
    fileprivate var byArgument: Factory<String> { self { "declared" }.onArg("mock") { "argument" } }
    fileprivate var singleton: Factory<Product> { self { Product("declared") }.singleton }
    fileprivate var custom: Factory<Product> { self { Product("declared") }.scope(.custom) }
}

private final class Second: SharedContainer {
    @TaskLocal static var shared = Second()
    let manager = ContainerManager()
}

extension Second {
    var plain: Factory<String> { self { "declared" } }
}

extension Second: TaskLocalContainer {
    static var taskLocal: TaskLocal<Second> { $shared }
}

private struct Failure: Error, Equatable {
    let number: Int
}

/// The state that a closure sees.
private struct Seen: Equatable, Sendable {
    let plain = Container.shared.plain()
    let argument = Container.shared.byArgument()
    let second = Second.shared.plain()
    let singleton = ObjectIdentifier(Container.shared.singleton())
    let custom = ObjectIdentifier(Container.shared.custom())
}

/// An event source that knows nothing of containers.
private final class Publisher: Sendable {
    private let callback = Locked<(@Sendable (Int) -> Void)?>(nil)

    func onEvent(_ callback: @escaping @Sendable (Int) -> Void) { self.callback.withLock { $0 = callback } }
    func send(_ event: Int) { callback.withLock { $0 }?(event) }
}

@Suite(
    .timeLimit(.minutes(10)),
    .container(for: Container.self, Second.self) { container, second in
        container.plain.register { "test" }
        second.plain.register { "test" }
        FactoryContext.setArg("mock", forKey: "key")
    }
)
struct BindTests {
    private let here = Seen()

    /// A view that calls back on the main actor.
    @MainActor private final class Button {
        var onClick: @MainActor (Int) -> (Int, Seen) = { ($0, Seen()) }

        nonisolated init() {}
    }

    @Test func aClosureOfTheMainActorKeepsItsIsolation() async {
        let button = Button()
        await MainActor.run {
            button.onClick = Container.shared.bindOnMainActor { number in
                MainActor.assertIsolated()
                return (number, Seen())
            }
        }
        let (number, seen) = await Task.detached { await button.onClick(7) }.value
        #expect(number == 7)
        #expect(seen == here)
    }

    /// Passes values to a closure whose type names no actor, as a delegate or Combine's `sink` does.
    @MainActor private final class Source {
        private var receive: (Int) -> Void = { _ in }

        func sink(_ receive: @escaping (Int) -> Void) { self.receive = receive }
        func send(_ value: Int) { receive(value) }
    }

    @Test @MainActor func aReceiverWithoutIsolationTakesAClosureOfTheMainActor() async {
        let source = Source()
        let (numbers, seen) = (Collection<Int>(), Collection<Seen>())
        let receive = Container.shared.bindOnMainActor { (number: Int) in
            MainActor.assertIsolated()
            numbers.add(number)
            seen.add(Seen())
        }
        source.sink(receive)
        // A detached task has no container of the test.
        await Task.detached { await source.send(7) }.value
        #expect(numbers.values == [7])
        #expect(seen.values == [here])
    }

    /// Runs work on a new thread, which has no task-local values.
    private func onThread<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { continuation in
            Thread { continuation.resume(returning: work()) }.start()
        }
    }

    private func onQueue<T: Sendable>(_ work: @escaping @Sendable () -> T) async -> T {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: work()) }
        }
    }

    // MARK: - Inheritance without bind

    @Test func tasksInheritTheContainers() async {
        async let child = Seen()
        #expect(await child == here)
        let group = await withTaskGroup(of: Seen.self) { group in
            group.addTask { Seen() }
            return await group.next()
        }
        #expect(group == here)
        let discarding = Collection<Seen>()
        await withDiscardingTaskGroup { group in group.addTask { discarding.add(Seen()) } }
        #expect(discarding.values == [here])
        #expect(await Task { Seen() }.value == here)
        #expect(await Task { @MainActor in Seen() }.value == here)
        #expect(await MainActor.run { Seen() } == here)
    }

    @Test func otherWorkDoesNotInheritTheContainers() async {
        let process = await Task.detached { Seen() }.value
        #expect(process.plain == "declared")
        #expect(process.argument == "declared")
        #expect(process.second == "declared")
        #expect(process.singleton != here.singleton)
        #expect(process.custom != here.custom)
        #expect(await onThread { Seen() } == process)
        #expect(await onQueue { Seen() } == process)
        let publisher = Publisher()
        let seen = Collection<Seen>()
        publisher.onEvent { _ in seen.add(Seen()) }
        await onThread { publisher.send(1) }
        #expect(seen.values == [process])
    }

    // MARK: - Inheritance with bind

    @Test func bindCarriesEverythingToOtherThreads() async {
        let container = Container.shared
        #expect(await Task.detached(operation: container.bind { Seen() }).value == here)
        #expect(await onThread(container.bind { Seen() }) == here)
        #expect(await onQueue(container.bind { Seen() }) == here)
        let publisher = Publisher()
        let seen = Collection<Seen>()
        publisher.onEvent(container.bind { _ in seen.add(Seen()) })
        await onThread { publisher.send(1) }
        #expect(seen.values == [here])
    }

    @Test func bindCarriesEverythingIntoAsyncClosures() async {
        let work = Container.shared.bind {
            await Task.yield()
            let before = Seen()
            return [before, await Task { Seen() }.value]
        }
        #expect(await Task.detached(operation: work).value == [here, here])
        let onMainActor = Container.shared.bind { @MainActor in
            await Task.yield()
            MainActor.assertIsolated()
            return Seen()
        }
        #expect(await Task.detached { await onMainActor() }.value == here)
    }

    @Test func bindOnAnotherContainerTypeCarriesTheSame() async {
        #expect(await onThread(Second.shared.bind { Seen() }) == here)
    }

    @Test func bindCarriesATaskLocalContainer() async {
        let second = Second()
        second.plain.register { "by hand" }
        let bound = Second.$shared.withValue(second) { Container.shared.bind { Second.shared.plain() } }
        #expect(await onThread(bound) == "by hand")
    }

    @Test func boundClosuresPassArgumentsAndErrors() async throws {
        let container = Container.shared
        let two = container.bind { (number: Int, name: String) in
            if number < 0 { throw Failure(number: number) }
            return "\(Container.shared.plain()) \(number) \(name)"
        }
        #expect(try await Task.detached { try two(1, "a") }.value == "test 1 a")
        #expect(throws: Failure(number: -1)) { try two(-1, "a") }
        let one = container.bind { (number: Int) async throws -> String in
            await Task.yield()
            if number < 0 { throw Failure(number: number) }
            return "\(Container.shared.plain()) \(number)"
        }
        #expect(try await Task.detached { try await one(1) }.value == "test 1")
        await #expect(throws: Failure(number: -1)) { try await one(-1) }
    }

    @Test func boundClosuresKeepTheTypesOfTheirErrors() async {
        let container = Container.shared
        let text = container.bind { (number: Int) throws(Failure) -> String in throw Failure(number: number) }
        do throws(Failure) { _ = try text(1) } catch { #expect(error.number == 1) }
        let later = container.bind { (number: Int, _: Int) async throws(Failure) in throw Failure(number: number) }
        do throws(Failure) { try await later(2, 0) } catch { #expect(error.number == 2) }
        let view = container.bindOnMainActor { () throws(Failure) in throw Failure(number: 3) }
        do throws(Failure) { try await view() } catch { #expect(error.number == 3) }
        let pair = container.bind { (pair: (Int, Int)) in "\(Container.shared.plain()) \(pair.1)" }
        #expect(await onThread { pair((1, 2)) } == "test 2")
    }

    // MARK: - Captured state

    @Test func boundClosuresChangeTheirArgument() async throws {
        let container = Container.shared
        var text = ""
        container.bind { (text: inout String) in text += Container.shared.plain() + "1" }(&text)
        try container.bind { (text: inout String) throws in text += "2" }(&text)
        try container.bind { (text: inout String) throws(Failure) in text += "3" }(&text)
        await container.bind { (text: inout String) async in text += "4" }(&text)
        try await container.bind { (text: inout String) async throws in text += "5" }(&text)
        try await container.bind { (text: inout String) async throws(Failure) in text += "6" }(&text)
        await container.bindOnMainActor { (text: inout String) in text += "7" }(&text)
        try await container.bindOnMainActor { (text: inout String) throws in text += "8" }(&text)
        try await container.bindOnMainActor { (text: inout String) throws(Failure) in text += "9" }(&text)
        #expect(text == "test123456789")
    }

    @Test func boundClosuresChangeTheFirstOfTwoArguments() async throws {
        let container = Container.shared
        var text = ""
        container.bind { (text: inout String, next: Int) in text += Container.shared.plain() + "\(next)" }(&text, 1)
        try container.bind { (text: inout String, next: Int) throws(Failure) in text += "\(next)" }(&text, 2)
        await container.bind { (text: inout String, next: Int) async in text += "\(next)" }(&text, 3)
        let appendLater = container.bind { (text: inout String, next: Int) async throws(Failure) in text += "\(next)" }
        try await appendLater(&text, 4)
        await container.bindOnMainActor { (text: inout String, next: Int) in text += "\(next)" }(&text, 5)
        #expect([6, 7].reduce(into: text, container.bind { $0 += "\($1)" }) == "test1234567")
    }

    private struct Page: ~Copyable {
        var text = ""

        mutating func add(_ number: Int) { text += "\(Container.shared.plain()) \(number), " }
    }

    @Test func boundClosuresChangeNoncopyableArguments() async throws {
        let container = Container.shared
        // A detached task has no container of the test.
        let text = try await Task.detached {
            var page = Page()
            container.bind { (page: inout Page) in page.add(1) }(&page)
            try container.bind { (page: inout Page) throws(Failure) in page.add(2) }(&page)
            await container.bind { (page: inout Page) async in page.add(3) }(&page)
            await container.bindOnMainActor { (page: inout Page) in page.add(4) }(&page)
            container.bind { (page: inout Page, number: Int) in page.add(number) }(&page, 5)
            await container.bind { (page: inout Page, number: Int) async in page.add(number) }(&page, 6)
            container.bind { (page: inout Page) in page = Page(text: page.text + Container.shared.plain()) }(&page)
            return page.text
        }.value
        #expect(text == "test 1, test 2, test 3, test 4, test 5, test 6, test")
    }

    @Test func closuresThatBorrowTheirArgumentRunWithAnExistingContainer() async {
        let container = Container.shared
        let read = { @Sendable (page: borrowing Page) in
            withExistingContainer(container) { page.text + Container.shared.plain() }
        }
        #expect(await Task.detached { read(Page(text: "a ")) }.value == "a test")
    }

    @Test func boundClosuresTakeTuples() async throws {
        let container = Container.shared
        let plain = container.bind { (pair: (Int, String), number: Int) in "\(pair.1)\(pair.0 + number)" }
        let throwing = container.bind { (number: Int, pair: (Int, String)) throws(Failure) -> String in
            throw Failure(number: number + pair.0)
        }
        let asynchronous = container.bind { (pair: (Int, String), other: (Int, Int)) async in pair.0 + other.1 }
        #expect(plain((1, "a"), 2) == "a3")
        #expect(throws: Failure(number: 3)) { try throwing(1, (2, "a")) }
        #expect(await asynchronous((1, "a"), (2, 3)) == 4)
    }

    @Test func boundClosuresTakePairsApart() {
        let container = Container.shared
        #expect(["a": 1].map(container.bind { key, value in "\(key)\(value)" }) == ["a1"])
        #expect(["a": 1].map(container.bind { $0.key }) == ["a"])
    }

    @Test func bindUsesTheContainerItIsCalledOn() async {
        let container = Container()
        container.plain.register { "another" }
        let seen = await onThread(container.bind { (Container.shared === container, Seen()) })
        #expect(seen.0)
        #expect(seen.1.plain == "another")
        // A container bound by hand has its own context.
        #expect(seen.1.argument == "declared")
        #expect(seen.1.singleton == here.singleton)
        #expect(seen.1.custom == here.custom)
    }

    @Test func bindCapturesTheStateAtTheMomentOfBinding() async {
        let outer = Container.shared.bind { Seen() }
        withContainer(for: Container.self, Second.self) { container, second in
            container.plain.override { "child" }
            second.plain.override { "child" }
            container.singleton.override { Product("child") }
            container.custom.override { Product("child") }
            FactoryContext.removeArg(forKey: "key")
        } operation: {
            #expect(Seen() != here)
            #expect(outer() == here)
            #expect(Seen() != here)
        }
        let inner = withContainer {
            $0.plain.override { "child" }
        } operation: {
            Container.shared.bind { Seen() }
        }
        #expect(await onThread(inner).plain == "child")
    }

    @Test func aClosureBoundOutsideATestSeesNothingOfTheTest() async {
        let outside = await Task.detached { Container.shared.bind { (Container.shared, Container.shared.custom()) } }
            .value
        let process = await Task.detached { (Container.shared, Container.shared.custom()) }.value
        let seen = outside()
        #expect(seen.0 === process.0)
        #expect(seen.1 === process.1)
    }

    private typealias Read = @Sendable () -> String

    /// Binds a closure that reads the current container of another type.
    private static func bindRead() -> Read { Container.shared.bind { Second.shared.plain() } }

    private struct Callbacks: Sendable {
        let plain: @Sendable () -> Read = Container.shared.bind { bindRead() }
        let asynchronous: @Sendable () async -> Read = Container.shared.bind { () async -> Read in bindRead() }
        let nested: @Sendable () -> Read = Container.shared.bind {
            withContainer(changes: { _ in }, operation: { bindRead() })
        }
        let ofSecond: @Sendable () -> Read = Second.shared.bind { bindRead() }
    }

    /// A callback is often bound before the operation that calls it.
    @Test func whatABoundClosureBindsHasTheCallersContainersOfOtherTypes() async {
        let callbacks = await Task.detached { Callbacks() }.value
        #expect(await onThread(callbacks.plain()) == "test")
        let later = await callbacks.asynchronous()
        #expect(await onThread(later) == "test")
        #expect(await onThread(callbacks.nested()) == "test")
        #expect(await onThread(callbacks.ofSecond()) == "declared")
    }

    @Test func aBoundClosureSeesLaterRegistrations() async {
        let work = Container.shared.bind { Container.shared.plain() }
        Container.shared.plain.register { "later" }
        #expect(await onThread(work) == "later")
    }

    @Test func aBoundClosureCanBeCalledFromManyTasksAtOnce() async {
        let container = Container.shared
        let work = container.bind { (number: Int) in (number, Seen()) }
        let here = here
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let (same, seen) = await Task.detached { work(number) }.value
                    #expect(same == number)
                    #expect(seen == here)
                }
            }
        }
    }
}

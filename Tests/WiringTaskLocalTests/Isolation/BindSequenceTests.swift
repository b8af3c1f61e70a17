import Testing
import WiringAsync
import WiringTestSupport
import WiringTesting

extension Container {
    fileprivate var name: Factory<String> { self { "declared" } }
    fileprivate var byArgument: Factory<String> { self { "declared" }.onArg("mock") { "argument" } }
    fileprivate var singleton: Factory<Product> { self { Product("declared") }.singleton }
}

private struct Failure: Error, Equatable {
    let number: Int
}

/// The state that making an element sees.
private struct Seen: Equatable, Sendable {
    let name = Container.shared.name()
    let argument = Container.shared.byArgument()
    let singleton = ObjectIdentifier(Container.shared.singleton())
}

/// Notes what is current when it is iterated.
private struct Probe: AsyncSequence, Sendable {
    var fails = false
    let iterators = Collection<Seen>()

    struct AsyncIterator: AsyncIteratorProtocol {
        let fails: Bool
        var number = 0

        mutating func next() async throws(Failure) -> Seen? {
            number += 1
            if fails, number == 3 { throw Failure(number: number) }
            return number < 3 ? Seen() : nil
        }
    }

    func makeAsyncIterator() -> AsyncIterator {
        iterators.add(Seen())
        return AsyncIterator(fails: fails)
    }
}

/// Elements of the main actor's, which only it makes.
private struct MainActorNumbers: AsyncSequence {
    final class NonSendable {
        var number = 0
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        let state = NonSendable()

        mutating func next() async -> Int? { await next(isolation: #isolation) }

        mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
            #expect(actor === MainActor.shared)
            MainActor.assertIsolated()
            state.number += 1
            return state.number < 3 ? state.number : nil
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
}

@Suite(
    .timeLimit(.minutes(10)),
    .container {
        $0.name.register { "test" }
        FactoryContext.setArg("mock", forKey: "key")
    }
)
struct BindSequenceTests {
    private let here = Seen()

    @Test func eachElementIsMadeWithTheContainerWhicheverTaskAsks() async throws {
        let probe = Probe()
        let (plain, bound) = (probe, Container.shared.bind(probe))
        let (unbound, seen) = try await Task.detached {
            (try await plain.reduce(into: []) { $0.append($1) }, try await bound.reduce(into: []) { $0.append($1) })
        }.value
        #expect(unbound.map(\.name) == ["declared", "declared"])
        #expect(seen == [here, here])
        #expect(probe.iterators.values == [unbound[0], here])
    }

    @Test func anElementHasTheContainerOfTheSequenceAndNotOfTheLastTask() async throws {
        let sequence = Container.shared.bind(Probe())
        var iterator = sequence.makeAsyncIterator()
        let inner = try await withContainer {
            $0.name.override { "inner" }
        } operation: {
            (try await iterator.next(isolation: #isolation), Seen())
        }
        #expect(inner.0 == here)
        #expect(inner.1.name == "inner")
        #expect(try await iterator.next() == here)
        #expect(try await iterator.next() == nil)
    }

    @Test func whoeverConsumesAnElementKeepsItsOwnContainer() async throws {
        let bound = withContainer {
            $0.name.override { "inner" }
        } operation: {
            Container.shared.bind(Probe())
        }
        for try await seen in bound {
            #expect(seen.name == "inner")
            #expect(Seen() == here)
        }
    }

    @Test func elementsThatAClosureMapsHaveTheContainer() async {
        let (numbers, continuation) = AsyncStream<Int>.makeStream()
        let names = Container.shared.bind(numbers.map { "\(Container.shared.name()) \($0)" })
        continuation.yield(1)
        continuation.yield(2)
        continuation.finish()
        let found = await Task.detached { await names.reduce(into: []) { $0.append($1) } }.value
        #expect(found == ["test 1", "test 2"])
    }

    @Test func anErrorKeepsItsTypeAndEndsTheIteration() async {
        var iterator = Container.shared.bind(Probe(fails: true)).makeAsyncIterator()
        do throws(Failure) {
            while let seen = try await iterator.next(isolation: nil) { #expect(seen == here) }
            Issue.record("The sequence ended without an error")
        } catch {
            #expect(error == Failure(number: 3))
        }
        await #expect(throws: Failure(number: 3)) {
            for try await _ in Container.shared.bind(Probe(fails: true)) {}
        }
    }

    /// Here only the container need be bound, except where another operation has its own.
    @Test func aSequenceThatIsBoundOutsideATestHasItsContainer() async throws {
        let names = try await Task.detached {
            let container = Container()
            container.name.register { "process" }
            let bound = container.bind(Probe())
            var iterator = bound.makeAsyncIterator()
            var names = [try await iterator.next(isolation: nil)?.name]
            names += try await withContainer {
                $0.name.override { "inner" }
            } operation: {
                [try await iterator.next(isolation: #isolation)?.name, Seen().name]
            }
            do throws(Failure) {
                var failing = container.bind(Probe(fails: true)).makeAsyncIterator()
                while let seen = try await failing.next(isolation: nil) { names.append(seen.name) }
            } catch {
                names.append("failure \(error.number)")
            }
            return names
        }.value
        #expect(names == ["process", "process", "inner", "process", "process", "failure 3"])
    }

    @Test func elementsHaveTheSingletonsThatWereCurrent() async throws {
        let inTest = Container().bind(Probe())
        let (inProcess, process) = await Task.detached { (Container().bind(Probe()), Seen()) }.value
        let seen = try await Task.detached { try await inTest.reduce(into: []) { $0.append($1.singleton) } }.value
        #expect(seen == [here.singleton, here.singleton])
        let seenHere = try await inProcess.reduce(into: []) { $0.append($1.singleton) }
        #expect(seenHere == [process.singleton, process.singleton])
        #expect(process.singleton != here.singleton)
    }

    @Test func elementsHaveTheContextOfTheContainer() async throws {
        let arguments = try await Task.detached {
            let bound = Container.shared.bind(Probe())
            return try await withContainer(for: Market.self) { _ in
                FactoryContext.setArg("mock", forKey: "key")
            } operation: { () async throws in
                var iterator = bound.makeAsyncIterator()
                return [Seen().argument, try await iterator.next(isolation: #isolation)?.argument]
            }
        }.value
        #expect(arguments == ["argument", "declared"])
    }

    @Test @MainActor func anElementIsMadeOnTheActorThatAsks() async {
        var numbers: [Int] = []
        for await number in Container.shared.bind(MainActorNumbers()) { numbers.append(number) }
        #expect(numbers == [1, 2])
    }

    @Test func manyTasksIterateAtOnce() async throws {
        let bound = Container.shared.bind(Probe())
        let here = here
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    let seen = try await Task.detached { try await bound.reduce(into: []) { $0.append($1) } }.value
                    #expect(seen == [here, here])
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func nothingStaysWhenTheSequenceGoes() async throws {
        weak var kept: Container?
        do {
            let container = Container()
            kept = container
            for try await _ in container.bind(Probe()) {}
        }
        #expect(kept == nil)
    }
}

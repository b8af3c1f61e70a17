import Testing
import WiringAsync
import WiringLifecycle
import WiringTestSupport
import WiringTesting

private struct Refused: Error, Equatable {}

/// `ContainerManager.failureObserver` where several containers are involved.
@Suite(.timeLimit(.minutes(10)), .container) struct FailureObserverTests {
    private let office = Office()
    private let branch = Branch()
    private let ofOffice = Collection<String>()
    private let ofChild = Collection<String>()

    init() { observe(office, ofOffice) }

    /// Collects the names of what has failed.
    private func observe(_ container: some ManagedContainer, _ failures: Collection<String>) {
        container.manager.failureObserver = { failure in
            let last = failure.path.split(separator: "\n").last?.split(separator: "<").first
            failures.add(last?.split(separator: ".").last.map { "\($0)" } ?? "")
        }
    }

    /// Nothing else is set for them, so that each would resolve on the fast path.
    @Test func eachOfSeveralFailuresIsReported() async {
        for _ in 0..<3 {
            #expect(throws: Refused.self) { try office.desk() }
            await #expect(throws: Refused.self) { try await office.call() }
        }
        #expect(ofOffice.values == ["desk", "call", "desk", "call", "desk", "call"])
    }

    @Test func aChildReportsToTheNearestObserver() async {
        let child = office.child()
        #expect(throws: Refused.self) { try child.desk() }
        await #expect(throws: Refused.self) { try await child.letter() }
        #expect(ofOffice.values == ["desk", "letter"])
        ofOffice.removeAll()
        observe(child, ofChild)
        #expect(throws: Refused.self) { try child.desk() }
        await #expect(throws: Refused.self) { try await child.letter() }
        child.manager.push()
        child.manager.failureObserver = nil
        #expect(throws: Refused.self) { try child.desk() }
        child.manager.pop()
        #expect(throws: Refused.self) { try child.desk() }
        #expect(ofChild.values == ["desk", "letter", "desk"])
        #expect(ofOffice.values == [])
    }

    @Test func theFailureOfASingletonIsTheRoots() async {
        let child = office.child()
        observe(child, ofChild)
        #expect(throws: Refused.self) { try child.clerk() }
        await #expect(throws: Refused.self) { try await child.courier() }
        await #expect(throws: Refused.self) { try await child.treasury() }
        #expect(ofOffice.values == ["vault", "vault", "treasury"])
        #expect(ofChild.values == ["clerk", "courier"])
    }

    @Test func aFailureThatAnotherContainerPassesOnIsReportedOnce() {
        office.desk.register { [branch] () throws(Refused) in try branch.counter() }
        branch.counter.register { [office] () throws(Refused) in try office.drawer() }
        #expect(throws: Refused.self) { try office.desk() }
        #expect(ofOffice.values == ["drawer"])
    }

    /// Although their closures run in tasks of their own.
    @Test func anAwaitedFailureThatAnotherContainerPassesOnIsReportedOnce() async {
        observe(branch, ofChild)
        office.letter.register { [branch] () async throws(Refused) in try await branch.sorting() }
        branch.sorting.register { [office] () async throws(Refused) in try office.drawer() }
        await #expect(throws: Refused.self) { try await office.letter() }
        #expect(ofOffice.values == ["drawer"])
        #expect(ofChild.values == ["sorting"])
    }

    @Test func anErrorThatIsPassedOnAfterAnotherIsReportedOnce() async {
        office.desk.register { [office] () throws(Refused) in
            do throws(Refused) {
                return try office.drawer()
            } catch {
                _ = try? office.stamp()
                throw error
            }
        }
        #expect(throws: Refused.self) { try office.desk() }
        #expect(ofOffice.values == ["drawer", "stamp"])
        ofOffice.removeAll()
        office.letter.register { [office] () async throws(Refused) in
            do throws(Refused) {
                return try await office.call()
            } catch {
                _ = try? office.stamp()
                throw error
            }
        }
        await #expect(throws: Refused.self) { try await office.letter() }
        #expect(ofOffice.values == ["call", "stamp"])
    }

    @Test func anErrorThatIsPassedOnAfterASuccessIsReportedOnce() {
        office.stamp.register { "stamp" }
        office.desk.register { [office] () throws(Refused) in
            do throws(Refused) {
                return try office.drawer()
            } catch {
                _ = try? office.stamp()
                throw error
            }
        }
        #expect(throws: Refused.self) { try office.desk() }
        #expect(ofOffice.values == ["drawer"])
    }

    /// They do not take the place of the failures that a closure may pass on.
    @Test func anErrorThatIsPassedOnAfterManyCancellationsIsReportedOnce() {
        office.stamp.register { throw CancellationError() }
        office.desk.register { [office] () throws(Refused) in
            do throws(Refused) {
                return try office.drawer()
            } catch {
                for _ in 0..<100 { _ = try? office.stamp() }
                throw error
            }
        }
        #expect(throws: Refused.self) { try office.desk() }
        #expect(ofOffice.values == ["drawer"])
    }

    @Test func anotherObjectIsAnotherError() {
        office.stamp.register { [office] in
            _ = try? office.seal()
            throw Torn()
        }
        #expect(throws: Torn.self) { try office.stamp() }
        #expect(ofOffice.values == ["seal", "stamp"])
        ofOffice.removeAll()
        office.stamp.register { [office] in try office.seal() }
        #expect(throws: Torn.self) { try office.stamp() }
        #expect(ofOffice.values == ["seal"])
    }

    /// A closure may retry for days.
    @Test func aClosureThatCatchesManyErrorsKeepsFew() {
        let alive = Locked(0)
        office.stamp.register { [office] in
            for _ in 0..<100 { _ = try? office.tracked(alive)() }
            #expect((1...20).contains(alive.withLock { $0 }))
            throw Torn()
        }
        #expect(throws: Torn.self) { try office.stamp() }
        #expect(alive.withLock { $0 } == 0)
        #expect(ofOffice.values == Array(repeating: "tracked", count: 100) + ["stamp"])
    }

    @Test func aCancelledStartIsNoFailure() async {
        await #expect(throws: CancellationError.self) { try await office.start(\.resting) }
        #expect(ofOffice.values == [])
    }

    /// Several callers await it.
    @Test func aStartThatFailsIsReportedOnce() async throws {
        try await office.start()
        await withDiscardingTaskGroup { group in
            for _ in 0..<5 { group.addTask { [office] in _ = try? await office.machine() } }
        }
        await office.shutdown()
        #expect(ofOffice.values == ["machine"])
    }

    @Test func eachOfTwoContainersReceivesTheFailureThatOnePassesOn() {
        observe(branch, ofChild)
        branch.counter.register { [office] () throws(Refused) in try office.drawer() }
        #expect(throws: Refused.self) { try branch.counter() }
        #expect(ofOffice.values == ["drawer"])
        #expect(ofChild.values == ["counter"])
    }
}

private final class TrackedError: Error {
    private let alive: Locked<Int>

    init(_ alive: Locked<Int>) {
        self.alive = alive
        alive.withLock { $0 += 1 }
    }

    deinit { alive.withLock { $0 -= 1 } }
}

/// All have the same description.
private final class Torn: Error {}

private final class Office: TaskLocalContainer {
    @TaskLocal static var shared = Office()
    static var taskLocal: TaskLocal<Office> { $shared }
    let manager = ContainerManager()
}

extension Office {
    fileprivate var desk: ThrowingFactory<String, Refused> { self { () throws(Refused) in try refuse() } }
    fileprivate var drawer: ThrowingFactory<String, Refused> { self { () throws(Refused) in try refuse() } }
    fileprivate var vault: ThrowingFactory<String, Refused> { self { () throws(Refused) in try refuse() }.singleton }
    fileprivate var clerk: ThrowingFactory<String, Refused> {
        self { () throws(Refused) in try self.vault() }.cached
    }
    fileprivate func tracked(_ alive: Locked<Int>) -> ThrowingFactory<String, any Error> {
        self(key: "tracked") { throw TrackedError(alive) }
    }
    fileprivate var resting: AsyncFactory<String, any Error> {
        self { () async throws in "resting" }.cached.onStart { _ in throw CancellationError() }
    }
    fileprivate var seal: ThrowingFactory<String, any Error> { self { throw Torn() } }
    fileprivate var stamp: ThrowingFactory<String, any Error> { self { throw Torn() } }
    fileprivate var machine: AsyncFactory<String, any Error> {
        self { () async throws in "machine" }.cached.onStart { _ in throw Refused() }
    }
    fileprivate var call: AsyncFactory<String, Refused> { self { () async throws(Refused) in try refuse() } }
    fileprivate var letter: AsyncFactory<String, Refused> { self { () async throws(Refused) in try refuse() }.cached }
    fileprivate var treasury: AsyncFactory<String, Refused> {
        self { () async throws(Refused) in try refuse() }.singleton
    }
    fileprivate var courier: AsyncFactory<String, Refused> { self { () async throws(Refused) in try self.vault() } }
}

private final class Branch: ManagedContainer {
    let manager = ContainerManager()

    var counter: ThrowingFactory<String, Refused> { self { () throws(Refused) in try refuse() } }
    var sorting: AsyncFactory<String, Refused> { self { () async throws(Refused) in try refuse() }.cached }
}

private func refuse() throws(Refused) -> String { throw Refused() }

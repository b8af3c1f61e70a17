import Foundation
import GRDB
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct GRDBTests {
    @Test func anAccessRunsInTheCallersContainer() async throws {
        try await Place(
            .database,
            "`read { }` and `write { }`, with and without `await`, and what they call, such as `willInsert` of a record",
            sees: "the caller's"
        ).check {
            let seen = Seen()
            let queue = try Self.makeQueue()
            try await within("the caller's") {
                try Self.accessAndWait(queue, seen)
                try await queue.read { _ in seen.note() }
                try await queue.write { db in
                    seen.note()
                    try Book(seen: seen).insert(db)
                }
            }
            return await seen.next(5)
        }
    }

    @Test func anAccessThatNobodyWaitsForRunsInTheProcesssContainer() async throws {
        try await Place(
            .database,
            "`asyncRead { }`, `asyncWrite { } completion: { }`",
            sees: "the process's",
            write: "`queue.asyncRead(container.bind { … })`",
            strictTest: .reportsEscape
        ).check {
            let seen = Seen()
            let queue = try Self.makeQueue()
            within(Place.intended) {
                queue.asyncRead { _ in seen.note() }
                queue.asyncWrite { _ in
                    seen.note()
                } completion: { _, _ in
                    seen.note()
                }
            }
            return await seen.next(3)
        } remedied: {
            let seen = Seen()
            let queue = try Self.makeQueue()
            let container = Container.labeled(Place.intended)
            queue.asyncRead(container.bind { _ in seen.note() })
            queue.asyncWrite(
                container.bind { (_: Database) in seen.note() },
                completion: container.bind { _, _ in seen.note() }
            )
            return await seen.next(3)
        }
    }

    // MARK: - Observations

    @Test func theFirstFetchOfAnObservationRunsInTheProcesssContainer() async throws {
        try await Place(
            .database,
            "`ValueObservation`, also `shared(in:)`: the first fetch, except with `scheduling: .immediate`; `handleEvents(willFetch:)`",
            sees: "the process's",
            write: "`ValueObservation.tracking(container.bind { db in … })`",
            strictTest: .reportsEscape
        ).check {
            merged([
                try await Self.fetches(of: Self.makeQueue(), Self.tracking).first,
                try await Self.firstSharedFetch(Self.tracking, Self.scheduler) { seen in { seen.note() } },
                try await Self.firstSharedFetch(Self.tracking, .task) { seen in { seen.note() } },
                try await Self.firstSharedFetch(Self.tracking, .mainActor) { seen in { seen.note() } },
            ])
        } remedied: {
            let container = Container.labeled(Place.intended)
            return merged([
                try await Self.fetches(of: Self.makeQueue(), Self.trackingBound).first,
                try await Self.firstSharedFetch(Self.trackingBound, Self.scheduler) { seen in
                    container.bind { seen.note() }
                },
            ])
        }
    }

    @Test func laterFetchesOfAQueueRunInTheWritersContainer() async throws {
        try await Place(
            .database,
            "`ValueObservation` of a `DatabaseQueue`: a later fetch",
            sees: "the writer's",
            write: "the same",
            strictTest: .reportsEscape
        ).check {
            try await Self.fetches(of: Self.makeQueue(), Self.tracking).later
        } remedied: {
            try await Self.fetches(of: Self.makeQueue(), Self.trackingBound).later
        }
    }

    @Test func laterFetchesOfAPoolRunInTheWritersContainer() async throws {
        try await Place(
            .database,
            "`ValueObservation.tracking` of a `DatabasePool`: a later fetch",
            sees: "the writer's",
            write: "the same",
            strictTest: .reportsEscape
        ).check {
            try await Self.withPool { try await Self.fetches(of: $0, Self.tracking).later }
        } remedied: {
            try await Self.withPool { try await Self.fetches(of: $0, Self.trackingBound).later }
        }
    }

    @Test func fetchesAfterAnEmptyOneRunInTheWritersContainer() async throws {
        try await Place(
            .database,
            "`ValueObservation.tracking { }`, if the closure resolves for each row: the fetch after an empty one",
            sees: "the writer's",
            write: "the same",
            strictTest: .isSilent("the first fetch resolves nothing, and the writer's container belongs to the test")
        ).check {
            try await Self.fetchesAfterEmptyOnes { seen in ValueObservation.tracking { try Self.countRows($0, seen) } }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return try await Self.fetchesAfterEmptyOnes { seen in
                ValueObservation.tracking(container.bind { db in try Self.countRows(db, seen) })
            }
        }
    }

    @Test func laterFetchesOfAConstantRegionOfAPoolRunInTheProcesssContainer() async throws {
        try await Place(
            .database,
            "`ValueObservation.trackingConstantRegion` of a `DatabasePool`: a later fetch",
            sees: "the process's",
            write: "`ValueObservation.trackingConstantRegion(container.bind { db in … })`",
            strictTest: .reportsEscape
        ).check {
            try await Self.withPool { pool in
                try await Self.fetches(of: pool) { seen in
                    ValueObservation.trackingConstantRegion { try Self.count($0, seen) }
                }.later
            }
        } remedied: {
            try await Self.withPool { pool in
                let container = Container.labeled(Place.intended)
                return try await Self.fetches(of: pool) { seen in
                    ValueObservation.trackingConstantRegion(container.bind { db in try Self.count(db, seen) })
                }.later
            }
        }
    }

    @Test func anImmediateObservationOfAQueueFetchesInTheCallersContainers() async throws {
        try await Place(
            .database,
            "`ValueObservation` of a `DatabaseQueue`, with `scheduling: .immediate`: the fetches",
            sees: "the observer's, then the writer's",
            write: "`ValueObservation.tracking(container.bind { db in … })`",
            strictTest: .isSilent("both containers belong to the test")
        ).check {
            let fetches = try await Self.fetchesAtOnce(of: Self.makeQueue())
            #expect(try Self.runImmediateObservation().fetches == fetches)
            return fetches
        } remedied: {
            let fetches = try await Self.fetchesAtOnce(of: Self.makeQueue(), isRemedied: true)
            #expect(try Self.runImmediateObservation("remedied").fetches == fetches)
            return fetches
        }
    }

    @Test func anImmediateObservationOfAPoolFetchesInTheProcesssContainerToo() async throws {
        try await Place(
            .database,
            "the same of a `DatabasePool`, which fetches once more when it begins to observe",
            sees: "the observer's, then the process's, then the writer's",
            write: "the same",
            strictTest: .reportsEscape
        ).check {
            let fetches = try await Self.withPool { try await Self.fetchesAtOnce(of: $0) }
            #expect(try Self.runImmediateObservation(ofPool: true).fetches == fetches)
            return fetches
        } remedied: {
            let fetches = try await Self.withPool { try await Self.fetchesAtOnce(of: $0, isRemedied: true) }
            #expect(try Self.runImmediateObservation("remedied", ofPool: true).fetches == fetches)
            return fetches
        }
    }

    @Test func changesAreHandledInTheProcesssContainer() async throws {
        try await Place(
            .database,
            "`onChange` with `scheduling: .async(onQueue:)`, `map { }`, `handleEvents(didReceiveValue:)`",
            sees: "the process's",
            write: "`onChange: container.bind { … }`",
            strictTest: .reportsEscape
        ).check {
            let seen = Seen()
            let queue = try Self.makeQueue()
            let observation = within(Place.intended) {
                ValueObservation.tracking { try Self.count($0) }.map { _ in seen.note() }
                    .handleEvents(didReceiveValue: { seen.note() })
                    .start(in: queue, scheduling: Self.scheduler) { _ in
                    } onChange: { _ in
                        seen.note()
                    }
            }
            let labels = await seen.next(3)
            observation.cancel()
            return labels
        } remedied: {
            let seen = Seen()
            let queue = try Self.makeQueue()
            let container = Container.labeled(Place.intended)
            let observation = ValueObservation.tracking { try Self.count($0) }.map(container.bind { _ in seen.note() })
                .handleEvents(didReceiveValue: container.bind { seen.note() })
                .start(
                    in: queue,
                    scheduling: Self.scheduler,
                    onError: { _ in },
                    onChange: container.bind { _ in seen.note() }
                )
            let labels = await seen.next(3)
            observation.cancel()
            return labels
        }
    }

    @Test func changesOnTheMainActorAreHandledInTheProcesssContainer() async throws {
        try await Place(
            .database,
            "`onChange` without `scheduling:`, which the main actor calls",
            sees: "the process's",
            write: "`onChange: container.bindOnMainActor { … }`",
            strictTest: .reportsEscape
        ).check {
            try await Self.changeOnMainActor { seen in { _ in seen.note() } }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return try await Self.changeOnMainActor { seen in container.bindOnMainActor { _ in seen.note() } }
        }
    }

    @Test func anImmediateObservationHandlesTheFirstChangeInTheObserversContainer() async throws {
        try await Place(
            .database,
            "`onChange`, `map { }`, with `scheduling: .immediate`",
            sees: "the observer's, then the process's",
            write: "`onChange: container.bindOnMainActor { … }`; `map(container.bind { … })`",
            strictTest: .reportsEscape
        ).check {
            let labels = [
                try await Self.changesAtOnce(of: Self.makeQueue()),
                try await Self.withPool { try await Self.changesAtOnce(of: $0) },
                try Self.runImmediateObservation().changes,
                try Self.runImmediateObservation(ofPool: true).changes,
            ]
            return merged(labels)
        } remedied: {
            let labels = [
                try await Self.changesAtOnce(of: Self.makeQueue(), isRemedied: true),
                try await Self.withPool { try await Self.changesAtOnce(of: $0, isRemedied: true) },
                try Self.runImmediateObservation("remedied").changes,
                try Self.runImmediateObservation("remedied", ofPool: true).changes,
            ]
            return merged(labels)
        }
    }

    @Test func changesThatATaskSchedulesAreHandledInTheObserversContainer() async throws {
        try await Place(
            .database,
            "`onChange`, with `scheduling: .task`; the body of a loop over `values(in:)`",
            sees: "the observer's"
        ).check {
            let seen = Seen()
            let queue = try Self.makeQueue()
            let observation = within("the observer's") {
                ValueObservation.tracking { try Self.count($0) }
                    .start(in: queue, scheduling: .task) { _ in
                    } onChange: { _ in
                        seen.note()
                    }
            }
            try await within("the observer's") {
                for try await _ in ValueObservation.tracking({ try Self.count($0) }).values(in: queue) {
                    seen.note()
                    break
                }
            }
            let labels = await seen.next(2)
            observation.cancel()
            return labels
        }
    }

    @Test func changesOfASharedObservationAreHandledInTheContainerOfItsMaker() async throws {
        try await Place(
            .database,
            "`onChange` of each subscriber of `shared(in:scheduling: .task)`",
            sees: "that of the caller of `shared(in:scheduling:)`",
            write: "`onChange: container.bind { … }`",
            strictTest: .isSilent("both containers belong to the test")
        ).check {
            try await Self.sharedChanges { seen in { _ in seen.note() } }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return try await Self.sharedChanges { seen in container.bind { _ in seen.note() } }
        }
    }

    @Test func aCommitIsHandledInTheWritersContainer() async throws {
        try await Place(
            .database,
            "`DatabaseRegionObservation`: `onChange`; `handleEvents(databaseDidChange:)`; `afterNextTransaction { }`; the methods of a `TransactionObserver`",
            sees: "the writer's",
            write:
                "`onChange: container.bind { … }`; `withExistingContainer(container) { … }` in the methods, with a `let container` in the observer",
            strictTest: .isSilent("the writer's container belongs to the test")
        ).check {
            try await within(Place.intended) {
                try await Self.commit { seen in { seen.note() } }
            }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return try await Self.commit(container) { seen in container.bind { seen.note() } }
        }
    }

    @Test func theEndOfAnObservationIsHandledInTheContainerOfWhoCancelsIt() async throws {
        try await Place(
            .database,
            "`handleEvents(didCancel:)`",
            sees: "that of the caller of `cancel()`",
            write: "`handleEvents(didCancel: container.bind { … })`",
            strictTest: .isSilent("both containers belong to the test")
        ).check {
            try await Self.cancellation { seen in { seen.note() } }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return try await Self.cancellation { seen in container.bind { seen.note() } }
        }
    }

    // MARK: - Connections

    @Test func aConnectionIsPreparedInTheContainerOfTheReadThatNeedsIt() async throws {
        try await Place(
            .database,
            "`Configuration.prepareDatabase { }`, of a reader of a `DatabasePool`",
            sees: "that of the first read that needs the connection",
            write: "`configuration.prepareDatabase(container.bind { … })`",
            strictTest: .isSilent("the reader's container belongs to the test")
        ).check {
            try await Self.preparation { seen in { _ in seen.note() } }
        } remedied: {
            let container = Container.labeled(Place.intended)
            return try await Self.preparation { seen in container.bind { _ in seen.note() } }
        }
    }

    @Test func aFunctionRunsInTheCallersContainer() async throws {
        try await Place(
            .database,
            "SQL functions, collations, `trace { }`",
            sees: "that of the statement's caller"
        ).check {
            let seen = Seen()
            let queue = try Self.makeQueue()
            try await queue.write { db in
                db.add(
                    function: DatabaseFunction("noted", argumentCount: 0) { _ in
                        seen.note(); return 1
                    }
                )
                db.add(
                    collation: DatabaseCollation("noting") { _, _ in
                        seen.note(); return .orderedSame
                    }
                )
                try Self.insert(db)
                try Self.insert(db)
            }
            try await queue.writeWithoutTransaction { db in db.trace { _ in seen.note() } }
            try await within("that of the statement's caller") {
                try await queue.read {
                    _ = try Row.fetchAll($0, sql: "SELECT noted() FROM book ORDER BY title COLLATE noting")
                }
            }
            return merged(await seen.all())
        }
    }

    @Test func asynchronousMigrationsRunInTheProcesssContainer() async throws {
        try await Place(
            .database,
            "`DatabaseMigrator`: a migration, with `asyncMigrate`",
            sees: "the process's",
            write: "`migrator.registerMigration(\"v1\", migrate: container.bind { … })`",
            strictTest: .reportsEscape
        ).check {
            let seen = Seen()
            let queue = try Self.makeQueue()
            within(Place.intended) {
                var migrator = DatabaseMigrator()
                migrator.registerMigration("v1") { _ in seen.note() }
                migrator.asyncMigrate(queue) { _ in }
            }
            return await seen.next()
        } remedied: {
            let seen = Seen()
            let queue = try Self.makeQueue()
            var migrator = DatabaseMigrator()
            migrator.registerMigration("v1", migrate: Container.labeled(Place.intended).bind { _ in seen.note() })
            migrator.asyncMigrate(queue) { _ in }
            return await seen.next()
        }
    }

    // MARK: - Databases

    private typealias Observation = ValueObservation<ValueReducers.Fetch<Int>>

    private static var scheduler: AsyncValueObservationScheduler {
        .async(onQueue: DispatchQueue(label: "observer"))
    }

    @Sendable private static func insert(_ db: Database) throws {
        try db.execute(sql: "INSERT INTO book VALUES ('Emma')")
    }

    private static func count(_ db: Database, _ seen: Seen? = nil) throws -> Int {
        seen?.note()
        return try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM book") ?? 0
    }

    /// Counts the rows, and notes what the code sees that makes something of one.
    private static func countRows(_ db: Database, _ seen: Seen) throws -> Int {
        try String.fetchAll(db, sql: "SELECT title FROM book").map { _ in seen.note() }.count
    }

    private static func makeQueue() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { try $0.execute(sql: "CREATE TABLE book (title TEXT)") }
        return queue
    }

    private static func accessAndWait(_ queue: DatabaseQueue, _ seen: Seen) throws {
        try queue.read { _ in seen.note() }
        try queue.write { _ in seen.note() }
    }

    private static func withPool<Result>(
        _ configuration: Configuration = Configuration(),
        _ body: (DatabasePool) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let pool = try DatabasePool(path: folder.appending(path: "books.sqlite").path, configuration: configuration)
        try await pool.write { try $0.execute(sql: "CREATE TABLE book (title TEXT)") }
        return try await body(pool)
    }

    @Sendable private static func tracking(_ seen: Seen) -> Observation {
        ValueObservation.tracking { try count($0, seen) }
    }

    @Sendable private static func trackingBound(_ seen: Seen) -> Observation {
        ValueObservation.tracking(Container.labeled(Place.intended).bind { db in try count(db, seen) })
    }

    /// What the fetches of an observation see: the first one, and the one after a change.
    private static func fetches(
        of database: some DatabaseWriter,
        _ observation: (Seen) -> Observation
    ) async throws -> (first: String, later: String) {
        let (seen, changes) = (Seen(), Seen())
        let observation = observation(seen)
        let started = within("the observer's") {
            observation.start(in: database, scheduling: scheduler) { _ in
            } onChange: { _ in
                changes.note("changed")
            }
        }
        let first = await seen.next()
        // A pool fetches once more when it begins to observe.
        if database is DatabasePool { _ = await (seen.next(), changes.next()) }
        _ = await changes.next()
        try await within("the writer's") { try await database.write(insert) }
        let later = await seen.next()
        _ = await changes.next()
        started.cancel()
        return (first, later)
    }

    /// What the fetches of an empty table see, of a queue and of a pool: those after the first change.
    private static func fetchesAfterEmptyOnes(_ observation: (Seen) -> Observation) async throws -> String {
        let ofQueue = try await fetchAfterEmptyOnes(of: makeQueue(), observation)
        let ofPool = try await withPool { try await fetchAfterEmptyOnes(of: $0, observation) }
        return merged([ofQueue, ofPool])
    }

    private static func fetchAfterEmptyOnes(
        of database: some DatabaseWriter,
        _ observation: (Seen) -> Observation
    ) async throws -> String {
        let (seen, changes) = (Seen(), Seen())
        let observation = observation(seen)
        let started = within("the observer's") {
            observation.start(in: database, scheduling: scheduler) { _ in
            } onChange: { _ in
                changes.note("changed")
            }
        }
        // A pool fetches once more when it begins to observe.
        if database is DatabasePool { _ = await changes.next() }
        _ = await changes.next()
        try await within("the writer's") { try await database.write(insert) }
        let label = await seen.next()
        _ = await changes.next()
        started.cancel()
        return label
    }

    /// What the first fetch of a shared observation sees, and the handler before it.
    private static func firstSharedFetch(
        _ observation: (Seen) -> Observation,
        _ scheduling: some ValueObservationScheduler,
        willFetch: (Seen) -> @Sendable () -> Void
    ) async throws -> String {
        let seen = Seen()
        let shared = observation(seen).handleEvents(willFetch: willFetch(seen))
            .shared(in: try makeQueue(), scheduling: scheduling)
        let started = within("the subscriber's") { shared.start(onError: { _ in }, onChange: { _ in }) }
        let labels = await seen.next(2)
        started.cancel()
        return labels
    }

    /// What handles the first value for two subscribers of a shared observation.
    private static func sharedChanges(_ onChange: (Seen) -> @Sendable (Int) -> Void) async throws -> String {
        let seen = Seen()
        let queue = try makeQueue()
        let shared = within("that of the caller of `shared(in:scheduling:)`") {
            ValueObservation.tracking { try count($0) }.shared(in: queue, scheduling: .task)
        }
        let subscriptions = ["the first subscriber's", "the second subscriber's"].map { label in
            within(label) { shared.start(onError: { _ in }, onChange: onChange(seen)) }
        }
        let labels = await seen.next(2)
        for subscription in subscriptions { subscription.cancel() }
        return labels
    }

    /// What the fetches see of an observation that notifies its first value at once.
    private static func fetchesAtOnce(
        of database: any DatabaseWriter,
        isRemedied: Bool = false
    ) async throws -> String {
        let seen = Seen()
        let fetch: @Sendable (Database) throws -> Int = { try count($0, seen) }
        let container = Container.labeled(Place.intended)
        let handle: @MainActor (Seen) -> Void = { $0.note("changed") }
        try await observeAtOnce(database, isRemedied ? container.bind(fetch) : fetch, handle)
        return inOrder(await seen.all())
    }

    /// What the handlers of changes see, and `map`, of an observation that notifies its first value at once.
    private static func changesAtOnce(
        of database: any DatabaseWriter,
        isRemedied: Bool = false
    ) async throws -> String {
        // A pool may map its second value before the first one is handled.
        let (mapping, handling) = (Seen(), Seen())
        let map: @Sendable (Int) -> Int = {
            mapping.note()
            return $0
        }
        let handle: @MainActor (Seen) -> Void = { changes in
            handling.note()
            changes.note("changed")
        }
        let container = Container.labeled(Place.intended)
        try await observeAtOnce(
            database,
            { try count($0) },
            map: isRemedied ? container.bind(map) : map,
            isRemedied ? container.bindOnMainActor(handle) : handle
        )
        return merged([inOrder(await mapping.all()), inOrder(await handling.all())])
    }

    /// Observes a database until all changes have been handled.
    private static func observeAtOnce(
        _ database: any DatabaseWriter,
        _ fetch: @escaping @Sendable (Database) throws -> Int,
        map: @escaping @Sendable (Int) -> Int = { $0 },
        _ handle: @escaping @MainActor (_ changes: Seen) -> Void
    ) async throws {
        let changes = Seen()
        let observation = await MainActor.run {
            within("the observer's") {
                ValueObservation.tracking(fetch).map(map).start(
                    in: database,
                    scheduling: Immediate(),
                    onError: { _ in },
                    onChange: { _ in handle(changes) }
                )
            }
        }
        // A pool fetches once more when it begins to observe.
        _ = await changes.next(database is DatabasePool ? 2 : 1)
        try await within("the writer's") { try await database.write(insert) }
        _ = await changes.next()
        observation.cancel()
    }

    /// What a program prints that observes with `scheduling: .immediate`, on its main thread.
    private static func runImmediateObservation(
        _ arguments: String...,
        ofPool: Bool = false
    ) throws -> (fetches: String, changes: String) {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: ProcessInfo.processInfo.arguments[0]).deletingLastPathComponent()
            .appending(path: "ImmediateObservation")
        process.arguments = arguments + (ofPool ? [folder.appending(path: "books.sqlite").path] : [])
        process.standardOutput = output
        try process.run()
        let lines = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            .split(separator: "\n")
        process.waitUntilExit()
        func labels(_ prefix: String) -> [String] {
            lines.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        }
        return (inOrder(labels("fetch: ")), inOrder(labels("change: ")))
    }

    /// Labels in their order, without repetitions.
    private static func inOrder(_ labels: [String]) -> String {
        labels.reduce(into: []) { if $0.last != $1 { $0.append($1) } }.joined(separator: ", then ")
    }

    /// What handles a commit.
    private static func commit(
        _ container: Container? = nil,
        _ makeHandler: (Seen) -> @Sendable () -> Void
    ) async throws -> String {
        let (seen, fetched) = (Seen(), Seen())
        let queue = try makeQueue()
        let handle = makeHandler(seen)
        let region = DatabaseRegionObservation(tracking: .fullDatabase).start(
            in: queue,
            onError: { _ in },
            onChange: { _ in handle() }
        )
        let value = ValueObservation.tracking { try count($0) }.handleEvents(databaseDidChange: handle)
            .start(in: queue, scheduling: scheduler, onError: { _ in }, onChange: { _ in fetched.note("fetched") })
        _ = await fetched.next()
        let observer = Observer(seen, container)
        queue.add(transactionObserver: observer)
        try await queue.writeWithoutTransaction { $0.afterNextTransaction { _ in handle() } }
        try await within("the writer's") { try await queue.write(insert) }
        region.cancel()
        value.cancel()
        return await seen.next(7)
    }

    /// What handles the end of an observation.
    private static func cancellation(_ didCancel: (Seen) -> @Sendable () -> Void) async throws -> String {
        let seen = Seen()
        let queue = try makeQueue()
        let observation = within("the observer's") {
            ValueObservation.tracking { try count($0) }.handleEvents(didCancel: didCancel(seen))
                .start(in: queue, scheduling: scheduler, onError: { _ in }, onChange: { _ in })
        }
        within("that of the caller of `cancel()`") { observation.cancel() }
        return await seen.next()
    }

    /// What handles the first change on the main actor.
    private static func changeOnMainActor(_ onChange: (Seen) -> @MainActor (Int) -> Void) async throws -> String {
        let seen = Seen()
        let queue = try makeQueue()
        let onChange = onChange(seen)
        let observation = await MainActor.run {
            within(Place.intended) {
                ValueObservation.tracking { try count($0) }.start(in: queue, onError: { _ in }, onChange: onChange)
            }
        }
        let label = await seen.next()
        observation.cancel()
        return label
    }

    /// What prepares the first connection of a pool that reads.
    private static func preparation(
        _ prepare: (Seen) -> @Sendable (Database) throws -> Void
    ) async throws -> String {
        let seen = Seen()
        var configuration = Configuration()
        configuration.prepareDatabase(prepare(seen))
        return try await within("the maker's") {
            try await withPool(configuration) { pool in
                try await within("that of the first read that needs the connection") { try await pool.read { _ in } }
                return await seen.all().last ?? "none"
            }
        }
    }
}

/// Notifies the first value at once, as `.immediate` does, but on any thread.
private struct Immediate: ValueObservationMainActorScheduler {
    func immediateInitialValue() -> Bool { true }

    func scheduleOnMainActor(_ action: @escaping @MainActor () -> Void) { DispatchQueue.main.async(execute: action) }
}

/// Notes where it is inserted.
private struct Book: PersistableRecord {
    static let databaseTableName = "book"

    let seen: Seen

    func encode(to container: inout PersistenceContainer) { container["title"] = "Emma" }
    func willInsert(_ db: Database) { seen.note() }
}

/// Notes where its methods are called, or runs them with a container.
private final class Observer: TransactionObserver {
    private let seen: Seen
    private let container: Container?

    init(_ seen: Seen, _ container: Container?) { (self.seen, self.container) = (seen, container) }

    func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool {
        note()
        return true
    }

    func databaseDidChange(with event: DatabaseEvent) { note() }
    func databaseWillCommit() { note() }
    func databaseDidCommit(_ db: Database) { note() }
    func databaseDidRollback(_ db: Database) {}

    private func note() {
        guard let container else { return seen.note() }
        withExistingContainer(container) { seen.note() }
    }
}

import Foundation
import GRDB
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct GRDBTests {
    @Test func anAccessRunsInTheCallersContainer() async throws {
        try await Place(
            .database,
            "`read { }` and `write { }`, with and without `await`",
            sees: "the caller's"
        ).check {
            let queue = try Self.makeQueue()
            return try await within("the caller's") {
                merged([
                    try Self.readAndWait(queue), try await queue.read { _ in current },
                    try await queue.write { _ in current },
                ])
            }
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
            "`ValueObservation`: the first fetch",
            sees: "the process's",
            write: "`ValueObservation.tracking(container.bind { db in … })`",
            strictTest: .reportsEscape
        ).check {
            try await Self.fetches(of: Self.makeQueue(), Self.tracking).first
        } remedied: {
            try await Self.fetches(of: Self.makeQueue(), Self.trackingBound).first
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

    @Test func changesAreHandledInTheProcesssContainer() async throws {
        try await Place(
            .database,
            "`ValueObservation`: `onChange`, `map { }`",
            sees: "the process's",
            write: "`onChange: container.bind { … }`",
            strictTest: .reportsEscape
        ).check {
            let seen = Seen()
            let queue = try Self.makeQueue()
            let observation = within(Place.intended) {
                ValueObservation.tracking { try Self.count($0) }.map { _ in seen.note() }
                    .start(in: queue, scheduling: Self.scheduler) { _ in
                    } onChange: { _ in
                        seen.note()
                    }
            }
            let labels = await seen.next(2)
            observation.cancel()
            return labels
        } remedied: {
            let seen = Seen()
            let queue = try Self.makeQueue()
            let container = Container.labeled(Place.intended)
            let observation = ValueObservation.tracking { try Self.count($0) }.map(container.bind { _ in seen.note() })
                .start(
                    in: queue,
                    scheduling: Self.scheduler,
                    onError: { _ in },
                    onChange: container.bind { _ in seen.note() }
                )
            let labels = await seen.next(2)
            observation.cancel()
            return labels
        }
    }

    @Test func changesOnTheMainActorAreHandledInTheProcesssContainer() async throws {
        try await Place(
            .database,
            "`ValueObservation`: `onChange` without `scheduling:`, which the main actor calls",
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

    @Test func changesThatATaskSchedulesAreHandledInTheObserversContainer() async throws {
        try await Place(
            .database,
            "`onChange`, with `scheduling: .task`; a loop over `values(in:)`",
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

    @Test func aCommitIsHandledInTheWritersContainer() async throws {
        try await Place(
            .database,
            "`DatabaseRegionObservation`: `onChange`; `afterNextTransaction { }`",
            sees: "the writer's",
            write: "`onChange: container.bind { … }`",
            strictTest: .isSilent("the writer's container belongs to the test")
        ).check {
            let seen = Seen()
            let queue = try Self.makeQueue()
            let observation = within(Place.intended) {
                DatabaseRegionObservation(tracking: .fullDatabase).start(in: queue) { _ in
                } onChange: { _ in
                    seen.note()
                }
            }
            try await within(Place.intended) {
                try await queue.writeWithoutTransaction { $0.afterNextTransaction { _ in seen.note() } }
            }
            try await within("the writer's") { try await queue.write(Self.insert) }
            observation.cancel()
            return await seen.next(2)
        } remedied: {
            let seen = Seen()
            let queue = try Self.makeQueue()
            let container = Container.labeled(Place.intended)
            let observation = DatabaseRegionObservation(tracking: .fullDatabase).start(
                in: queue,
                onError: { _ in },
                onChange: container.bind { _ in seen.note() }
            )
            let noted = container.bind { (_: Database) in seen.note() }
            try await queue.writeWithoutTransaction { $0.afterNextTransaction(onCommit: noted) }
            try await within("the writer's") { try await queue.write(Self.insert) }
            observation.cancel()
            return await seen.next(2)
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

    private static func makeQueue() throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try queue.write { try $0.execute(sql: "CREATE TABLE book (title TEXT)") }
        return queue
    }

    private static func readAndWait(_ queue: DatabaseQueue) throws -> String { try queue.read { _ in current } }

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

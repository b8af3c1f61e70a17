import Foundation
import Testing
import WiringAsync
import WiringDemo
import WiringTesting

@Suite(.limitedWait, .container)
struct RecordStoreTests {
    private let container = Container.shared
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func callersShareTheStore() async throws {
        async let one = container.recordStore()
        async let two = container.recordStore()
        let stores = try await (one as? MemoryStore, two as? MemoryStore)
        #expect(stores.0 != nil)
        #expect(stores.0 === stores.1)
    }

    @Test func memoryKeepsTheLastRecords() async {
        let store = MemoryStore(limit: 2)
        for record in ["one", "two", "three"] { await store.append(record) }
        #expect(await store.records == ["two", "three"])
    }

    @Test func fileKeepsWhatItHasAndEachRecord() async throws {
        let path = try directory.write("zero\n", to: "store")
        container.storePath.register { path }
        let store = try await container.recordStore()
        await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...100 { group.addTask { try await store.append("record \(number)") } }
        }
        await store.close()
        let records = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(records.sorted() == ((1...100).map { "record \($0)" } + ["zero"]).sorted())
    }

    @Test func closedFileTakesNoRecords() async throws {
        let path = directory.path(of: "store")
        container.storePath.register { path }
        let store = try await container.recordStore()
        await store.close()
        await #expect(throws: StoreError.cannotWrite(path: path, reason: "the store is closed")) {
            try await store.append("late")
        }
    }

    @Test func pathThatCannotBeOpenedIsNamed() async throws {
        let path = directory.path(of: "missing/store")
        container.storePath.register { path }
        await #expect(throws: StoreError.cannotOpen(path: path, reason: "No such file or directory")) {
            try await container.recordStore()
        }
    }

    /// Opening a pipe blocks until it is opened for reading.
    @Test func cancelledCallerDoesNotWaitForTheFile() async throws {
        let pipe = try NamedPipe(in: directory)
        container.storePath.register { pipe.path }
        let task = Task { [container] in try await container.recordStore() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        // Ends the thread that may be waiting.
        close(open(pipe.path, O_RDONLY | O_NONBLOCK))
    }
}

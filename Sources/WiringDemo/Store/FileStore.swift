import Dispatch

/// A store that appends each record to a file.
actor FileStore: RecordStore {
    private let path: String
    private var file: AppendedFile?
    private let queue = DispatchQueue(label: "store")

    private init(_ file: AppendedFile, path: String) {
        self.file = file
        self.path = path
    }

    /// Opens a store.
    ///
    /// - Throws: ``StoreError``, or `CancellationError` if the task is cancelled while the system opens the file.
    static func open(path: String) async throws -> FileStore {
        do {
            return FileStore(try await BlockingWork.run { try AppendedFile(path: path) }, path: path)
        } catch let error as SystemError {
            throw StoreError.cannotOpen(path: path, reason: error.description)
        }
    }

    func append(_ record: String) async throws {
        guard let file else { throw StoreError.cannotWrite(path: path, reason: "the store is closed") }
        do {
            try await BlockingWork.run(on: queue) { try file.append(record + "\n") }
        } catch let error as SystemError {
            throw StoreError.cannotWrite(path: path, reason: error.description)
        }
    }

    func close() { file = nil }
}

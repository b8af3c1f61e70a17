/// A store that keeps the last records in memory.
public actor MemoryStore: RecordStore {
    /// The last records, the oldest first.
    public private(set) var records: [String] = []
    private let limit: Int

    /// Creates an empty store.
    ///
    /// - Parameter limit: How many records it keeps.
    public init(limit: Int = 1000) { self.limit = limit }

    public func append(_ record: String) {
        if records.count == limit { records.removeFirst() }
        records.append(record)
    }

    public func close() {}
}

/// Keeps a record of what happens, one line each.
public protocol RecordStore: Sendable {
    /// Appends a record, and returns when it is stored. A record has no line breaks.
    func append(_ record: String) async throws

    /// Closes the store. It takes no records afterwards.
    func close() async
}

/// Loads documents.
public protocol Networking: Sendable {
    /// Loads the document. Each call loads it again.
    ///
    /// - Throws: ``NetworkError``, or `CancellationError` if the task is cancelled.
    func document() async throws -> Document
}

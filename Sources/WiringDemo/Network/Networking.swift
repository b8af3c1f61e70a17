/// Loads documents.
public protocol Networking: Sendable {
    /// Loads the document anew.
    ///
    /// - Throws: ``NetworkError``, or `CancellationError` if the task was cancelled.
    func document() async throws -> Document
}

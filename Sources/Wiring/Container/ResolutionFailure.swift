/// A dependency that could not be built or started, or that failed while it ran. See
/// ``ContainerManager/failureObserver``.
public struct ResolutionFailure: Sendable {
    /// The error that the closure threw.
    public let error: any Error
    /// The path from the outermost dependency to this one: a line for each, with the place of its declaration.
    public let path: String
    /// The file and the line of the call that resolved it, if they are known.
    public let call: String?
}

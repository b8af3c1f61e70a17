/// The state of one outermost resolution. Sessions are recycled.
class ThreadSession: Frame.Completion {
    /// Called on the session's thread when the outermost resolution has ended.
    func end() {}

    /// Clears a container's instances, and returns what was there.
    func clear(_ clearing: Cell.Clearing, of owner: AnyObject) -> DeferredRelease { () }
}

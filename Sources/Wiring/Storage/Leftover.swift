/// Something of a user's that was taken out under a lock, to be released by the caller outside of it: its `deinit` may
/// resolve.
typealias Leftover = Any

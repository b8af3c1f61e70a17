public import Observation

/// Counts screenshots for whoever shows the number.
///
/// A counter that monitors a stream counts what it yields, until ``cancelMonitoring()``, the end of the stream or the
/// end of the counter itself. One that does not counts what it is told by ``record()``.
@MainActor
@Observable
public final class ScreenshotCounter {
    /// How many screenshots have been counted.
    public private(set) var count = 0

    @ObservationIgnored private var monitoring: Task<Void, Never>?
    @ObservationIgnored private var followers: [AsyncStream<Int>.Continuation] = []
    /// Whether a counter that monitored does so no more.
    @ObservationIgnored private var hasEnded = false

    /// Makes a counter that counts only what it is told.
    public init() {}

    /// Makes a counter of a stream's screenshots: those that the stream already holds, and each that follows.
    public init(monitoring screenshots: AsyncStream<Void>) {
        monitoring = Task { [weak self] in
            for await _ in screenshots {
                // What the stream held when it was cancelled still comes out of it.
                guard !Task.isCancelled, let self else { return }
                record()
            }
            self?.endFollowing()
        }
    }

    deinit {
        monitoring?.cancel()
        for follower in followers { follower.finish() }
    }

    /// Counts one screenshot.
    public func record() {
        count += 1
        followers.removeAll { follower in
            if case .terminated = follower.yield(count) { true } else { false }
        }
    }

    /// Stops counting what the stream yields: when this returns, the count changes no more, not even for a screenshot
    /// that was taken before but has not been counted. Streams of ``counts()`` end. Cancelling again does nothing.
    public func cancelMonitoring() {
        monitoring?.cancel()
        endFollowing()
    }

    /// Returns when the task that monitors the stream has ended; at once if there is none.
    public func waitForEnd() async { await monitoring?.value }

    /// Each count from now on, in order, none left out, however many screenshots come at once.
    ///
    /// Each call makes a stream of its own. It ends with the monitoring, and is empty after that.
    public func counts() -> AsyncStream<Int> {
        let (counts, follower) = AsyncStream<Int>.makeStream()
        if hasEnded {
            follower.finish()
        } else {
            followers.append(follower)
        }
        return counts
    }

    /// Returns when `number` screenshots or more have been counted; or when nothing is counted any more, be it that the
    /// monitoring has ended or that the calling task was cancelled.
    public func waitForCount(_ number: Int) async {
        guard count < number else { return }
        for await count in counts() where count >= number { return }
    }

    /// What a screen says about the count.
    public var text: String { Self.text(for: count) }

    /// What a screen says about a number of screenshots.
    public nonisolated static func text(for count: Int) -> String {
        count == 1 ? "1 screenshot has been taken" : "\(count) screenshots have been taken"
    }

    private func endFollowing() {
        hasEnded = true
        let ended = followers
        followers = []
        for follower in ended { follower.finish() }
    }
}

public import Observation

/// Counts screenshots.
///
/// A counter that monitors a stream counts its elements until ``cancelMonitoring()``, the end of the stream, or the counter's
/// deinitialization. Any other counter counts calls of ``record()``.
@MainActor
@Observable
public final class ScreenshotCounter {
    /// How many screenshots have been counted.
    public private(set) var count = 0

    @ObservationIgnored private var monitoring: Task<Void, Never>?
    @ObservationIgnored private var followers: [AsyncStream<Int>.Continuation] = []
    /// Whether monitoring has ended.
    @ObservationIgnored private var hasEnded = false

    /// Creates a counter that counts calls of ``record()``.
    public init() {}

    /// Creates a counter of a stream's screenshots, including those that the stream has already buffered.
    public init(monitoring screenshots: AsyncStream<Void>) {
        monitoring = Task { [weak self] in
            for await _ in screenshots {
                // A cancelled stream still delivers what it has buffered.
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

    /// Stops counting the stream's elements. After this has returned, not even a screenshot that was taken earlier is counted.
    /// Streams from ``counts()`` end. Cancelling again has no effect.
    public func cancelMonitoring() {
        monitoring?.cancel()
        endFollowing()
    }

    /// Returns when the task that monitors the stream has ended.
    public func waitForEnd() async { await monitoring?.value }

    /// Every count from now on, in order and without gaps.
    ///
    /// Each call creates a separate stream, which ends when monitoring ends. After that, new streams are empty.
    public func counts() -> AsyncStream<Int> {
        let (counts, follower) = AsyncStream<Int>.makeStream()
        if hasEnded {
            follower.finish()
        } else {
            followers.append(follower)
        }
        return counts
    }

    /// Returns when at least `number` screenshots have been counted, when monitoring has ended, or when the calling task is
    /// cancelled.
    public func waitForCount(_ number: Int) async {
        guard count < number else { return }
        for await count in counts() where count >= number { return }
    }

    /// The text that a screen shows for the count.
    public var text: String { Self.text(for: count) }

    /// The text that a screen shows for a number of screenshots.
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

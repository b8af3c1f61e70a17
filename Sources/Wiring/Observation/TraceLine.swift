/// Observes one resolution, and writes its line of the trace when the outermost resolution on the thread has ended.
final class TraceLine: ContainerObserver, @unchecked Sendable {
    // SAFETY: Only the thread that begins the resolution calls the logger. The text is behind a lock.

    private let logger: (String) -> Void
    private let text = Protected("")

    init(_ logger: @escaping (String) -> Void) { self.logger = logger }

    var events: ObservedResolution.Events { .resolutions }
    var isInherited: Bool { false }

    func begin(_ resolution: ObservedResolution) -> Int {
        // Reserved now, because it precedes the lines of what the resolution needs.
        end(resolution, 0, with: Never?.none)
        ResolutionSession.current.afterward { [self] in logger(text.withLock { $0 }) }
        return 0
    }

    /// Completes the line, unless it has been written: an instance that tasks build does not exist by then.
    func end<T>(_ resolution: ObservedResolution, _ number: Int, with instance: T?) {
        let line = resolution.step.traceLine(level: resolution.level, origin: resolution.origin, instance: instance)
        text.withLock { $0 = line }
    }
}

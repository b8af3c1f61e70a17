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
        // The address of an object, even inside an optional or an existential, and 0 for a value.
        let address = object(in: instance).map { Int(bitPattern: ObjectIdentifier($0)) } ?? 0
        let type = instance.map { Swift.type(of: $0 as Any) } ?? resolution.dependency.product
        let (level, step) = (resolution.level, resolution.step.description)
        let indent = String(repeating: "    ", count: level)
        let line = "\(level): \(indent)\(step) = \(resolution.origin.rawValue):\(address) \(type)"
        text.withLock { $0 = line }
    }
}

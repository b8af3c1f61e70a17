extension AsyncStream where Element: Sendable {
    /// All further elements. The stream must end.
    func collected() async -> [Element] {
        await reduce(into: []) { $0.append($1) }
    }
}

extension AsyncStream.Continuation.YieldResult {
    /// Whether the element was dropped because the stream has ended.
    var isTerminated: Bool {
        if case .terminated = self { true } else { false }
    }
}

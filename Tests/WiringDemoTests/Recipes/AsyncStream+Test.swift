extension AsyncStream where Element: Sendable {
    /// The elements from now to the end, which must come.
    func collected() async -> [Element] { await reduce(into: []) { $0.append($1) } }
}

extension AsyncStream.Continuation.YieldResult {
    /// Whether the element was dropped because nobody will ever take one.
    var isTerminated: Bool { if case .terminated = self { true } else { false } }
}

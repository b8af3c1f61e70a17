/// The closures that one declaration has for the situations it may run in, without their types.
struct ContextClosures: Sendable {
    /// By situation, an argument each; `nil` for none, which costs nothing to copy.
    private var closures: [FactoryContextType: AnyClosure]?

    var isEmpty: Bool { closures == nil }

    /// Sets the closure for a situation, in place of an earlier one.
    mutating func set(_ closure: AnyClosure, for type: FactoryContextType) {
        if case .args(let arguments) = type { return arguments.forEach { set(closure, for: .arg($0)) } }
        closures = closures ?? [:]
        closures?[type] = closure
    }

    /// Forgets what `other` has closures for.
    mutating func remove(_ other: ContextClosures) {
        guard let others = other.closures, let mine = closures else { return }
        let left = mine.filter { others[$0.key] == nil }
        closures = left.isEmpty ? nil : left
    }

    /// These closures, and those of `other` for what these have none for.
    func merging(_ other: ContextClosures) -> ContextClosures {
        var merged = self
        merged.closures = closures.map { $0.merging(other.closures ?? [:]) { mine, _ in mine } } ?? other.closures
        return merged
    }

    /// The closure for a context: that of the first process argument that has one, then that of a runtime argument, in
    /// the order of their keys, then preview, test, simulator or device, and debug.
    ///
    /// - Returns: Also what it was set for.
    func closure(in context: FactoryContext) -> (closure: AnyClosure, type: FactoryContextType)? {
        guard let closures else { return nil }
        func closure(for type: FactoryContextType) -> (closure: AnyClosure, type: FactoryContextType)? {
            closures[type].map { ($0, type) }
        }
        for argument in context.arguments {
            if let found = closure(for: .arg(argument)) { return found }
        }
        for (_, argument) in context.runtimeArguments.sorted(by: { $0.key < $1.key }) {
            if let found = closure(for: .arg(argument)) { return found }
        }
        if context.isPreview, let found = closure(for: .preview) { return found }
        if context.isTest, let found = closure(for: .test) { return found }
        if let found = closure(for: context.isSimulator ? .simulator : .device) { return found }
        return context.isDebug ? closure(for: .debug) : nil
    }
}

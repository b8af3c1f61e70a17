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
    /// - Returns: Also whether it was set for this purpose, and not for any build or device.
    func closure(in context: FactoryContext) -> (closure: AnyClosure, isPreparation: Bool)? {
        guard let closures else { return nil }
        for argument in context.arguments {
            if let closure = closures[.arg(argument)] { return (closure, true) }
        }
        for (_, argument) in context.runtimeArguments.sorted(by: { $0.key < $1.key }) {
            if let closure = closures[.arg(argument)] { return (closure, true) }
        }
        if context.isPreview, let closure = closures[.preview] { return (closure, true) }
        if context.isTest, let closure = closures[.test] { return (closure, true) }
        if let closure = closures[context.isSimulator ? .simulator : .device] { return (closure, false) }
        return context.isDebug ? closures[.debug].map { ($0, false) } : nil
    }
}

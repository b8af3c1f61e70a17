/// The closures that one declaration has for the situations it may run in, without their types.
struct ContextClosures: Sendable {
    private var byArgument: [String: Kept] = [:]
    private var bySituation: [FactoryContextType: Kept] = [:]

    var isEmpty: Bool { byArgument.isEmpty && bySituation.isEmpty }

    /// Sets the closure for a situation, in place of an earlier one.
    mutating func set(_ closure: Kept, for type: FactoryContextType) {
        switch type {
        case .arg(let argument): byArgument[argument] = closure
        case .args(let arguments): arguments.forEach { byArgument[$0] = closure }
        case .preview, .test, .debug, .simulator, .device: bySituation[type] = closure
        }
    }

    /// These closures, and those of `other` for what these have none for.
    func merging(_ other: ContextClosures) -> ContextClosures {
        var merged = self
        merged.byArgument.merge(other.byArgument) { mine, _ in mine }
        merged.bySituation.merge(other.bySituation) { mine, _ in mine }
        return merged
    }

    /// The closure for a context: that of the first process argument that has one, then that of a runtime argument, in
    /// the order of their keys, then preview, test, simulator or device, and debug.
    func closure(in context: FactoryContext) -> Kept? {
        if !byArgument.isEmpty {
            for argument in context.arguments {
                if let closure = byArgument[argument] { return closure }
            }
            for (_, argument) in context.runtimeArguments.sorted(by: { $0.key < $1.key }) {
                if let closure = byArgument[argument] { return closure }
            }
        }
        if context.isPreview, let closure = bySituation[.preview] { return closure }
        if context.isTest, let closure = bySituation[.test] { return closure }
        if let closure = bySituation[context.isSimulator ? .simulator : .device] { return closure }
        return context.isDebug ? bySituation[.debug] : nil
    }
}

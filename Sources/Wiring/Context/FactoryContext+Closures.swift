extension FactoryContext {
    /// The type-erased closures of one declaration for contexts.
    package struct Closures: Sendable {
        /// By context, with one argument each; `nil` if there are none, which is free to copy.
        package var closures: [FactoryContextType: ErasedClosure]?

        var isEmpty: Bool { closures == nil }

        /// Sets the closure for a context, replacing an earlier one.
        mutating func set(_ closure: ErasedClosure?, for type: FactoryContextType) {
            closures = closures ?? [:]
            closures?[type] = closure
        }

        /// Removes the closures for contexts that `other` has closures for.
        mutating func remove(_ other: FactoryContext.Closures) {
            guard let others = other.closures, let mine = closures else { return }
            let left = mine.filter { others[$0.key] == nil }
            closures = left.isEmpty ? nil : left
        }

        /// These closures, and those of `other` for all other contexts.
        func merging(_ other: FactoryContext.Closures) -> FactoryContext.Closures {
            var merged = self
            merged.closures = closures.map { $0.merging(other.closures ?? [:]) { mine, _ in mine } } ?? other.closures
            return merged
        }

        /// The closure that applies: that of the first process argument that has one, then of a runtime argument in the order
        /// of the keys, then of an environment variable in the order of the names, then preview, test, simulator or device, and
        /// debug.
        ///
        /// - Returns: The closure, and the context that it was set for.
        package func closure(in context: FactoryContext) -> (closure: ErasedClosure, type: FactoryContextType)? {
            guard let closures else { return nil }
            func closure(for type: FactoryContextType) -> (closure: ErasedClosure, type: FactoryContextType)? {
                closures[type].map { ($0, type) }
            }
            for argument in context.arguments {
                if let found = closure(for: .arg(argument)) { return found }
            }
            for (_, argument) in context.runtimeArguments.sorted(by: { $0.key < $1.key }) {
                if let found = closure(for: .arg(argument)) { return found }
            }
            let names = closures.keys.compactMap { $0.variable(in: context.environment) }
            if let name = names.min(), let value = context.environment[name],
                let found = closure(for: .environment(name, value))
            {
                return found
            }
            if context.isPreview, let found = closure(for: .preview) { return found }
            if context.isTest, let found = closure(for: .test) { return found }
            if let found = closure(for: context.isSimulator ? .simulator : .device) { return found }
            return context.isDebug ? closure(for: .debug) : nil
        }
    }
}

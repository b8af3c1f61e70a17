/// The instance that a lazy property and its copies share. It is resolved at most once until it is set or resolved again.
///
/// It is stored in a cell, as scopes store instances: a read that finds the instance takes the cell's lock, the closure runs
/// without a lock, concurrent reads wait for its result, and a wait that would never end is reported as a cycle.
final class LazyInstance: Sendable {
    private let cell = Cell()
    /// The place of the property.
    private let call: CallSite

    init(at call: CallSite) { self.call = call }

    /// The content of the cell, if there is one.
    func find<Content>(_ type: Content.Type) -> Content? { try? cell.value(Content.self, scope: Self.scope) }

    /// The content of the cell, made from a resolved instance if there is none.
    ///
    /// - Parameters:
    ///   - content: Makes the content for the callers that are waiting.
    ///   - stored: Makes the content to store; `nil` to store the same.
    func findOrResolve<T, Content>(
        _ source: SharedFactory<T>,
        content: (T) -> Content,
        stored: ((T) -> Content)? = nil
    ) -> Content {
        let factory = source.current
        let result = Cell.Reference.cell(cell).value(
            Cell.Policy(scope: Self.scope),
            path: { ResolutionStack.path + [factory.registration.step] },
            onCycle: { Failure.circularDependency($0.path) },
            make: {
                let instance = factory.resolveFromKeyPath(at: call)
                let output = StoredInstance(content(instance), scope: Self.scope)
                // `nil` is stored as well: the property has been resolved.
                guard let stored else { return Flight.Output(instance: output, storage: .strong) }
                return Flight.Output(
                    instance: output,
                    storage: .other(StoredInstance(stored(instance), scope: Self.scope))
                )
            }
        )
        // SAFETY: Only a retired cell returns `nil`, and this one is never retired.
        return result!.value(Content.self)
    }

    /// Replaces the content. A construction under way goes to its callers, but is not stored.
    func set<Content>(_ content: Content) {
        // The previous content is released here, after unlocking: a `deinit` may read the property.
        _ = cell.replace(with: .full(StoredInstance(content, scope: Self.scope), used: nil))
    }

    /// The cell belongs to the property alone, so any scope will do.
    static var scope: ScopeID { ScopeID(number: 0) }
}

/// The instance that a lazy property and its copies share, resolved at most once until it is set or resolved anew.
///
/// Its cell is the kind in which scopes keep their instances: a read that finds the instance takes the cell's lock, the closure runs
/// under no lock, threads that ask meanwhile wait for its result, and a wait that would never end is a circular dependency.
final class LazyInstance: Sendable {
    private let cell = Cell()
    /// The place of the property.
    private let call: CallSite

    init(at call: CallSite) { self.call = call }

    /// What the cell holds, if it holds something.
    func find<Content>(_ type: Content.Type) -> Content? { try? cell.value(Content.self, scope: Self.keeper) }

    /// What the cell holds, made of a new instance if it holds nothing.
    ///
    /// - Parameters:
    ///   - content: What to hand to those who ask at this moment.
    ///   - kept: What to keep for later; `nil` to keep the same.
    /// - Returns: What the cell holds, or what its construction handed out.
    func findOrResolve<T, Content>(
        _ source: SharedFactory<T>,
        content: (T) -> Content,
        kept: ((T) -> Content)? = nil
    ) -> Content {
        let factory = source.current
        let held = CellReference.cell(cell).value(
            KeepingRule(scope: Self.keeper),
            path: { ResolutionStack.path + [PathStep(factory)] },
            onCircle: { Failure.circularDependency($0.path) },
            make: {
                let instance = factory.resolveFound(at: call)
                let handed = Kept(content(instance), scope: Self.keeper)
                // `nil` is kept too: the property has been resolved.
                guard let kept else { return Built(instance: handed, hold: .strong) }
                return Built(instance: handed, hold: .weak(Kept(kept(instance), scope: Self.keeper)))
            }
        )
        // SAFETY: Only a retired cell returns nothing, and this one is never retired.
        return held!.value(Content.self)
    }

    /// Replaces what the cell holds. A construction under way goes on for those who asked before, and is not kept.
    func set<Content>(_ content: Content) {
        // What was there is released here, after unlocking: its `deinit` may read the property.
        _ = cell.replace(with: .full(Kept(content, scope: Self.keeper), used: nil))
    }

    /// The property is the only one that keeps anything in its cell.
    static var keeper: KeeperID { KeeperID(number: 0) }
}

extension PathStep {
    /// The step that a factory's resolution would be.
    fileprivate init<T>(_ factory: Factory<T>) {
        let registration = factory.registration
        self.init(declaration: registration.declaration, container: "\(type(of: registration.container))")
    }
}

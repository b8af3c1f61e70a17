/// The installation of a module in one container, as a contribution to ``Declaration/modules``.
final class Installation: Contribution, @unchecked Sendable {
    // SAFETY: A metatype does not change.
    let module: any ContainerModule.Type
    /// Full once the module has registered.
    private let cell = Cell()

    init(of module: any ContainerModule.Type, at call: CallSite) {
        self.module = module
        super.init(
            Declaration(
                Declaration.Site(key: Declaration.modules.site.key, at: call),
                product: module,
                parameter: Void.self
            ),
            at: call
        )
    }

    /// Casts a contribution to its installation.
    static func of(_ contribution: Contribution) -> Installation {
        // SAFETY: Only installations are contributed to `Declaration.modules`.
        unsafeDowncast(contribution, to: Installation.self)
    }

    /// Runs `register` once, and waits while another thread runs it. Within `register` this does nothing.
    func run(in container: Frame.ContainerID, _ register: () -> Void) {
        _ = Cell.Reference.cell(cell).value(
            Cell.Policy(scope: Scope.cached.id),
            // Two modules install each other: continue without waiting.
            onCycle: { _ in StoredInstance.Strong(Self.nothing) },
            make: {
                ResolutionStack.withFrame(declaration, of: container, register)
                return Flight.Output(instance: Self.nothing, storage: .strong)
            }
        )
    }

    /// The content of the cell.
    private static let nothing = StoredInstance((), scope: Scope.cached.id)
}

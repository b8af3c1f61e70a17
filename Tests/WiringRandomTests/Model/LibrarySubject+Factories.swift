import Wiring
import WiringTestSupport

extension LibrarySubject {
    /// Uses a factory of the library.
    func use(_ use: Use) {
        let source: (any ErasedFactory)? =
            switch use.source {
            case .declared(let declaration, let container): factory(declaration, in: containers[container])
            case .session(let declaration, let session): sessions[session].map { self.factory(declaration, in: $0) }
            case .held(let hand): factories[hand]
            }
        guard let source else { return }
        let factory = use.changes.reduce(source, changed)
        switch use.ending {
        case .nothing: break
        case .hold(let hand): factories[hand] = factory
        case .resolve(let parameter, let hand):
            let thing = resolveAsExplained(factory, parameter)
            note(.resolved(thing?.number ?? 0))
            if let hand { things[hand] = thing }
        }
    }

    private func factory(of need: Need, in container: any ProgramContainer) -> any ErasedFactory {
        (need.container.map { containers[$0] } ?? container).factory(of: need.declaration)
    }

    func factory(_ declaration: Int, in container: any ProgramContainer) -> any ErasedFactory {
        switch program.declarations[declaration].product {
        case .object:
            program.declarations[declaration].effect == .none
                ? declare(declaration, container, .object) : effectful(declaration, container)
        case .optional, .promised:
            declare(declaration, container, Shape<Thing?>(wrap: { $0 }, thing: { $0 }), nothing: .some(nil))
        case .existential:
            declare(declaration, container, Shape<any Role>(wrap: { $0 }, thing: { $0.thing }))
        case .value:
            declare(declaration, container, Shape<ValueThing>(wrap: { ValueThing(thing: $0) }, thing: { $0.thing }))
        }
    }

    /// Creates the factory that a declaration of the program returns. Each declaration has its own line.
    private func declare<Product: Sendable>(
        _ declaration: Int,
        _ container: any ProgramContainer,
        _ shape: Shape<Product>,
        nothing: Product? = nil
    ) -> any ErasedFactory {
        let plan = program.declarations[declaration]
        let maker = ClosureMaker(
            subject: self,
            container: container,
            declaration: declaration,
            shape: shape,
            nothing: nothing
        )
        let factory: any ErasedFactory =
            if plan.takesParameter {
                ParameterizedFactory(factory: parameterized(declaration, container, maker), maker: maker)
            } else {
                PlainFactory(factory: plain(declaration, container, maker), maker: maker)
            }
        return modified(factory, declaration)
    }

    /// Applies the modifiers of a declaration to its factory.
    func modified(_ factory: any ErasedFactory, _ declaration: Int) -> any ErasedFactory {
        let plan = program.declarations[declaration]
        let modified = plan.allModifiers.reduce(factory, changed)
        return !plan.hasHooks ? modified : modified.withHooks
    }

    /// Applies a change that a declaration can have.
    func changed(_ factory: any ErasedFactory, _ change: Change) -> any ErasedFactory {
        if case .context(let situation, let recipe) = change { contexts[recipe.number] = situation.contextType }
        return change.applies(to: factory.declaration, of: program) ? factory.changed(change) : factory
    }

    private func plain<Product: Sendable>(
        _ declaration: Int,
        _ container: any ProgramContainer,
        _ maker: ClosureMaker<Product>
    ) -> Factory<Product> {
        let (site, line, plan) = (DeclarationSite.self, UInt(declaration), program.declarations[declaration])
        if plan.product == .promised {
            let promised: Factory<Thing?> = container.promised(key: site.key, fileID: site.fileID, line: line)
            // SAFETY: A promised declaration has the product type `Thing?`.
            return promised as! Factory<Product>
        }
        return Factory(container, key: site.key, fileID: site.fileID, line: line) { maker.make(plan.recipe, 0) }
    }

    private func parameterized<Product: Sendable>(
        _ declaration: Int,
        _ container: any ProgramContainer,
        _ maker: ClosureMaker<Product>
    ) -> ParameterFactory<CollidingParameter, Product> {
        let (site, line, plan) = (DeclarationSite.self, UInt(declaration), program.declarations[declaration])
        if plan.product == .promised {
            let promised: ParameterFactory<CollidingParameter, Thing?> = container.promised(
                key: site.key,
                fileID: site.fileID,
                line: line
            )
            // SAFETY: A promised declaration has the product type `Thing?`.
            return promised as! ParameterFactory<CollidingParameter, Product>
        }
        return ParameterFactory(container, key: site.key, fileID: site.fileID, line: line) {
            maker.make(plan.recipe, $0.number)
        }
    }

    /// Runs a closure.
    func build(
        _ recipe: Recipe,
        of declaration: Int,
        in container: any ProgramContainer,
        _ parameter: Int
    ) -> Thing? {
        var needs: [Thing] = []
        for step in recipe.steps where step.isAllowed(in: declaration, of: program) {
            switch step {
            case .change(let operation): change(operation)
            case .need(let need):
                let thing = bind(singletons: need.singletons, shared: need.shared) {
                    factory(of: need, in: container).resolve(need.parameter)
                }
                if let thing { needs.append(thing) }
            }
        }
        return finish(recipe, of: declaration, parameter, needs)
    }

    /// Runs an asynchronous closure.
    func build(
        _ recipe: Recipe,
        of declaration: Int,
        in container: any ProgramContainer,
        _ parameter: Int
    ) async -> Thing? {
        var needs: [Thing] = []
        for step in recipe.steps where step.isAllowed(in: declaration, of: program) {
            switch step {
            case .change(let operation): change(operation)
            case .need(let need):
                let thing = await bind(singletons: need.singletons, shared: need.shared) {
                    await factory(of: need, in: container).resolveAsynchronously(need.parameter)
                }
                if let thing { needs.append(thing) }
            }
        }
        if program.makesNothing(recipe, in: declaration) { spared += needs }
        return finish(recipe, of: declaration, parameter, needs)
    }

    private func finish(_ recipe: Recipe, of declaration: Int, _ parameter: Int, _ needs: [Thing]) -> Thing? {
        let thing = program.makesNothing(recipe, in: declaration) ? nil : Thing(needs, in: census)
        note(.made(thing?.number ?? 0, by: recipe.number, parameter: parameter, of: needs.map(\.number)))
        return thing
    }
}

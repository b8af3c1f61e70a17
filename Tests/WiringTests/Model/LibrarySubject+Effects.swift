import Wiring

extension LibrarySubject {
    /// Creates the factory of a declaration whose closures throw or await.
    func effectful(_ declaration: Int, _ container: any ProgramContainer) -> any ErasedFactory {
        let plan = program.declarations[declaration]
        let maker = EffectfulMaker(subject: self, container: container, declaration: declaration)
        let factory: any ErasedFactory =
            switch (plan.effect, plan.takesParameter) {
            case (.throwing, false): throwing(plan.recipe, container, maker, .none) { $0 }
            case (.throwing, true): throwing(plan.recipe, container, maker, .colliding) { $0.scopeOnParameters }
            case (_, false): asynchronous(plan.recipe, container, maker, .none) { $0 }
            case (_, true): asynchronous(plan.recipe, container, maker, .colliding) { $0.scopeOnParameters }
            }
        return modified(factory, declaration)
    }

    /// Creates the factory of a declaration without a parameter whose closures throw.
    func throwingPart(_ declaration: Int, in container: any ProgramContainer) -> ThrowingFactory<Thing, RecipeFailure> {
        guard let factory = effectful(declaration, container) as? ThrowingErasedFactory<Void> else {
            preconditionFailure("Its closures do not throw.")
        }
        return factory.factory
    }

    /// Creates the factory of a declaration without a parameter whose closures await.
    func asynchronousPart(_ declaration: Int, in container: any ProgramContainer) -> AsyncFactory<Thing, RecipeFailure>
    {
        guard let factory = effectful(declaration, container) as? AsyncErasedFactory<Void> else {
            preconditionFailure("Its closures do not await.")
        }
        return factory.factory
    }

    private func throwing<Parameter>(
        _ recipe: Recipe,
        _ container: any ProgramContainer,
        _ maker: EffectfulMaker,
        _ shape: ParameterShape<Parameter>,
        _ scopedOnParameters: @escaping (ThrowingErasedFactory<Parameter>.Base) -> ThrowingErasedFactory<Parameter>.Base
    ) -> any ErasedFactory {
        ThrowingErasedFactory(
            factory: container(key: DeclarationSite.key, fileID: DeclarationSite.fileID, line: UInt(maker.declaration))
            { parameter throws(RecipeFailure) in
                try maker.make(recipe, shape.number(parameter))
            },
            maker: maker,
            shape: shape,
            scopedOnParameters: scopedOnParameters
        )
    }

    private func asynchronous<Parameter>(
        _ recipe: Recipe,
        _ container: any ProgramContainer,
        _ maker: EffectfulMaker,
        _ shape: ParameterShape<Parameter>,
        _ scopedOnParameters: @escaping (AsyncErasedFactory<Parameter>.Base) -> AsyncErasedFactory<Parameter>.Base
    ) -> any ErasedFactory {
        AsyncErasedFactory(
            factory: container(key: DeclarationSite.key, fileID: DeclarationSite.fileID, line: UInt(maker.declaration))
            {
                parameter async throws(RecipeFailure) in
                try await maker.make(recipe, shape.number(parameter))
            },
            maker: maker,
            shape: shape,
            scopedOnParameters: scopedOnParameters
        )
    }
}

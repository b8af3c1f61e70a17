import Wiring
import WiringAsync

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

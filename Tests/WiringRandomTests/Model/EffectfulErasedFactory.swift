import Wiring
import WiringAsync
import WiringInspection
import WiringLifecycle
import WiringModules

/// The error of closures that fail.
struct RecipeFailure: Error {}

/// Creates the closures of a declaration whose closures throw or await. See ``ClosureMaker``.
struct EffectfulMaker {
    unowned let subject: LibrarySubject
    unowned let container: any ProgramContainer
    let declaration: Int

    func make(_ recipe: Recipe, _ parameter: Int) throws(RecipeFailure) -> Thing {
        let thing = subject.build(recipe, of: declaration, in: container, parameter)
        guard let thing else { throw RecipeFailure() }
        return thing
    }

    func make(_ recipe: Recipe, _ parameter: Int) async throws(RecipeFailure) -> Thing {
        let thing = await subject.build(recipe, of: declaration, in: container, parameter)
        guard let thing else { throw RecipeFailure() }
        return thing
    }

    func decorate(_ inner: Thing, by number: Int) -> Thing {
        let outer = Thing([inner], in: subject.census)
        subject.note(.wrapped(outer.number, by: number, inner: inner.number))
        return outer
    }
}

extension EffectfulFactory where Self: Sendable {
    /// Applies a change that does not depend on the kind of closures.
    fileprivate func changed(_ change: Change, in subject: LibrarySubject) -> Self {
        switch change {
        case .property(.cached): cached
        case .property(.shared): shared
        case .property(.graph): graph
        case .property(.unique): unique
        case .property(.singleton): singleton
        case .property(let name): scope(subject.scope(name))
        case .scope(let name): scope(name.map(subject.scope))
        case .timeToLive(let lifetime): timeToLive(lifetime.seconds, sliding: lifetime.isSliding)
        case .once: once()
        case .reset(let options): reset(options)
        case .decorator, .scopeOnParameters, .context, .register, .override, .decorate: self
        }
    }
}

extension EffectfulFactory<Thing, RecipeFailure> where Self: Sendable {
    fileprivate func withHooks(_ hooks: LibrarySubject.Hooks) -> Self {
        onStart({ await hooks.start($0) }, key: DeclarationSite.key, fileID: DeclarationSite.fileID)
            .onStop({ await hooks.stop($0) }, key: DeclarationSite.key, fileID: DeclarationSite.fileID)
    }
}

/// Converts between a program's parameters and those of a factory.
struct ParameterShape<Parameter> {
    let wrap: (Int) -> Parameter
    let number: (Parameter) -> Int
}

extension ParameterShape<Void> {
    static var none: Self { Self(wrap: { _ in }, number: { 0 }) }
}

extension ParameterShape<CollidingParameter> {
    static var colliding: Self { Self(wrap: CollidingParameter.init, number: \.number) }
}

/// A factory whose closures throw.
struct ThrowingErasedFactory<Parameter: Sendable>: ErasedFactory {
    typealias Base = ThrowingParameterFactory<Parameter, Thing, RecipeFailure>

    var factory: Base
    let maker: EffectfulMaker
    var declaration: Int { maker.declaration }
    let shape: ParameterShape<Parameter>
    /// Sets a scope for parameters. This does nothing if there is no parameter.
    let scopedOnParameters: (Base) -> Base

    func changed(_ change: Change) -> any ErasedFactory {
        var copy = self
        switch change {
        case .register(let recipe): copy.factory = factory.register(factory: closure(recipe), line: recipe.line)
        case .override(let recipe): copy.factory = factory.override(closure(recipe), line: recipe.line)
        case .context(let situation, let recipe):
            copy.factory = factory.context(situation.contextType, factory: closure(recipe))
        case .decorate(let number):
            let maker = maker
            let decorate = { inner throws(RecipeFailure) in maker.decorate(inner, by: number) }
            factory.decorate(decorate, line: Recipe.line(number))
        case .scopeOnParameters: copy.factory = scopedOnParameters(factory)
        default: copy.factory = factory.changed(change, in: maker.subject)
        }
        return copy
    }

    private func closure(_ recipe: Recipe) -> (Parameter) throws(RecipeFailure) -> Thing {
        let (maker, shape) = (maker, shape)
        return { parameter throws(RecipeFailure) in try maker.make(recipe, shape.number(parameter)) }
    }

    func resolve(_ parameter: Int) -> Thing? { try? factory(shape.wrap(parameter)) }

    var explanation: Explanation { factory.explanation }

    var untyped: Any { factory }

    func provider(in container: some ProgramContainer) -> (Int) -> Thing? {
        let (provider, shape) = (container.provider(\.[DeclaredFactory<Base>(declaration)]), shape)
        return { try? provider(shape.wrap($0)) }
    }

    var withHooks: any ErasedFactory {
        var copy = self
        copy.factory = factory.withHooks(maker.subject.hooks)
        return copy
    }
}

/// A factory whose closures await.
struct AsyncErasedFactory<Parameter: Sendable>: ErasedFactory {
    typealias Base = AsyncParameterFactory<Parameter, Thing, RecipeFailure>

    var factory: Base
    let maker: EffectfulMaker
    var declaration: Int { maker.declaration }
    let shape: ParameterShape<Parameter>
    /// Sets a scope for parameters. This does nothing if there is no parameter.
    let scopedOnParameters: (Base) -> Base

    func changed(_ change: Change) -> any ErasedFactory {
        var copy = self
        switch change {
        case .register(let recipe): copy.factory = factory.register(factory: closure(recipe), line: recipe.line)
        case .override(let recipe): copy.factory = factory.override(closure(recipe), line: recipe.line)
        case .context(let situation, let recipe):
            copy.factory = factory.context(situation.contextType, factory: closure(recipe))
        case .decorate(let number):
            let maker = maker
            let decorate = { inner async throws(RecipeFailure) in maker.decorate(inner, by: number) }
            factory.decorate(decorate, line: Recipe.line(number))
        case .scopeOnParameters: copy.factory = scopedOnParameters(factory)
        default: copy.factory = factory.changed(change, in: maker.subject)
        }
        return copy
    }

    private func closure(_ recipe: Recipe) -> (Parameter) async throws(RecipeFailure) -> Thing {
        let (maker, shape) = (maker, shape)
        return { parameter async throws(RecipeFailure) in try await maker.make(recipe, shape.number(parameter)) }
    }

    func resolve(_ parameter: Int) -> Thing? { maker.subject.awaiting { await resolveAsynchronously(parameter) } }

    var explanation: Explanation { factory.explanation }

    func resolveAsynchronously(_ parameter: Int) async -> Thing? { try? await factory(shape.wrap(parameter)) }

    var untyped: Any { factory }

    func provider(in container: some ProgramContainer) -> (Int) -> Thing? {
        let (provider, shape) = (container.provider(\.[DeclaredFactory<Base>(declaration)]), shape)
        return { [maker] parameter in maker.subject.awaiting { try? await provider(shape.wrap(parameter)) } }
    }

    var withHooks: any ErasedFactory {
        var copy = self
        copy.factory = factory.withHooks(maker.subject.hooks)
        return copy
    }
}

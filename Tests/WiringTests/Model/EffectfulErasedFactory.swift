import Wiring

/// The error of closures that fail.
struct RecipeFailure: Error {}

/// Creates the closures of a declaration whose closures throw or await. See ``ClosureMaker``.
struct EffectfulMaker {
    unowned let subject: LibrarySubject
    unowned let container: any ProgramContainer
    let declaration: Int

    func make(_ recipe: Recipe) throws(RecipeFailure) -> Thing {
        let thing = subject.build(recipe, of: declaration, in: container, 0, isNothing: recipe.isNothing)
        guard let thing else { throw RecipeFailure() }
        return thing
    }

    func make(_ recipe: Recipe) async throws(RecipeFailure) -> Thing {
        guard let thing = await subject.build(recipe, of: declaration, in: container) else { throw RecipeFailure() }
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
        case .timeToLive(let seconds): timeToLive(seconds)
        case .once: once()
        case .reset(let options): reset(options)
        case .decorator, .scopeOnParameters, .context, .register, .override, .decorate: self
        }
    }
}

/// A factory whose closures throw.
struct ThrowingErasedFactory: ErasedFactory {
    var factory: ThrowingFactory<Thing, RecipeFailure>
    let maker: EffectfulMaker

    func changed(_ change: Change) -> any ErasedFactory {
        var copy = self
        let maker = maker
        switch change {
        case .register(let recipe):
            copy.factory = factory.register { () throws(RecipeFailure) in try maker.make(recipe) }
        case .override(let recipe):
            copy.factory = factory.override { () throws(RecipeFailure) in try maker.make(recipe) }
        case .context(let situation, let recipe):
            copy.factory = factory.context(situation.contextType) { () throws(RecipeFailure) in try maker.make(recipe) }
        case .decorate(let number):
            factory.decorate { inner throws(RecipeFailure) in maker.decorate(inner, by: number) }
        default: copy.factory = factory.changed(change, in: maker.subject)
        }
        return copy
    }

    func resolve(_ parameter: Int) -> Thing? { try? factory() }
}

/// A factory whose closures await.
struct AsyncErasedFactory: ErasedFactory {
    var factory: AsyncFactory<Thing, RecipeFailure>
    let maker: EffectfulMaker

    func changed(_ change: Change) -> any ErasedFactory {
        var copy = self
        let maker = maker
        switch change {
        case .register(let recipe):
            copy.factory = factory.register { () async throws(RecipeFailure) in try await maker.make(recipe) }
        case .override(let recipe):
            copy.factory = factory.override { () async throws(RecipeFailure) in try await maker.make(recipe) }
        case .context(let situation, let recipe):
            copy.factory = factory.context(situation.contextType) { () async throws(RecipeFailure) in
                try await maker.make(recipe)
            }
        case .decorate(let number):
            factory.decorate { inner async throws(RecipeFailure) in maker.decorate(inner, by: number) }
        default: copy.factory = factory.changed(change, in: maker.subject)
        }
        return copy
    }

    func resolve(_ parameter: Int) -> Thing? { maker.subject.awaiting { await resolveAsynchronously(parameter) } }

    func resolveAsynchronously(_ parameter: Int) async -> Thing? { try? await factory() }
}

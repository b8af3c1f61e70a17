import Wiring
import WiringInspection
import WiringLifecycle
import WiringModules
import WiringTestSupport

/// Where a program's declarations are, apart from their lines.
enum DeclarationSite {
    static let key: StaticString = "declared"
    static let fileID: StaticString = "Program/Declarations.swift"
}

/// A factory of the library with its product type erased.
protocol ErasedFactory {
    var declaration: Int { get }
    func changed(_ change: Change) -> any ErasedFactory
    func resolve(_ parameter: Int) -> Thing?
    var explanation: Explanation { get }
    func resolveAsynchronously(_ parameter: Int) async -> Thing?
    /// The factory of the library.
    var untyped: Any { get }
    /// A provider of the dependency, as a function of the parameter.
    func provider(in container: some ProgramContainer) -> (Int) -> Thing?
    /// The factory with `onStart` and `onStop`, set in its declaration.
    var withHooks: any ErasedFactory { get }
}

extension ErasedFactory {
    func resolveAsynchronously(_ parameter: Int) async -> Thing? { resolve(parameter) }
}

/// Creates the closures that a program gives to one declaration in one container. They do not retain the container.
struct ClosureMaker<Product: Sendable> {
    unowned let subject: LibrarySubject
    unowned let container: any ProgramContainer
    let declaration: Int
    let shape: Shape<Product>
    /// The product of a recipe that makes nothing, if its type has one.
    let nothing: Product?

    func make(_ recipe: Recipe, _ parameter: Int) -> Product {
        let thing = subject.build(recipe, of: declaration, in: container, parameter)
        return thing.map(shape.wrap) ?? nothing!  // SAFETY: Without `nothing`, there is a thing.
    }

    /// Makes what stands for a decorated instance.
    func decorate(_ inner: Product, by number: Int) -> Product {
        let inner = shape.thing(inner)
        let outer = inner.map { Thing([$0], in: subject.census) }
        subject.note(.wrapped(outer?.number ?? 0, by: number, inner: inner?.number ?? 0))
        return outer.map(shape.wrap) ?? nothing!  // SAFETY: Without `nothing`, there is a thing.
    }

    /// A decorator that is told whether the instance is new.
    func decorator(_ number: Int) -> @Sendable (Product, Bool) -> Void {
        let (subject, thing) = (subject, shape.thing)
        return { [unowned subject] in subject.note(.decorated(thing($0)?.number ?? 0, by: number, isNew: $1)) }
    }
}

extension FactoryModifying where T: Sendable {
    /// Applies a change that both kinds of factories support.
    fileprivate func changed(_ change: Change, _ maker: ClosureMaker<T>, _ number: @escaping (P) -> Int) -> Self {
        switch change {
        case .property(.cached): cached
        case .property(.shared): shared
        case .property(.graph): graph
        case .property(.unique): unique
        case .property(.singleton): singleton
        case .property(let name): scope(maker.subject.scope(name))
        case .scope(let name): scope(name.map(maker.subject.scope))
        case .timeToLive(let lifetime): timeToLive(lifetime.seconds, sliding: lifetime.isSliding)
        case .decorator(let decorator): self.decorator(maker.decorator(decorator))
        case .context(let situation, let recipe):
            context(situation.contextType) { maker.make(recipe, number($0)) }
        case .once: once()
        case .override(let recipe): override({ maker.make(recipe, number($0)) }, line: recipe.line)
        case .decorate(let number): decorated(Recipe.line(number)) { maker.decorate($0, by: number) }
        case .reset(let options): reset(options)
        case .scopeOnParameters, .register: self
        }
    }
}

extension FactoryModifying where T: Sendable {
    fileprivate func withHooks(of maker: ClosureMaker<T>) -> Self {
        let (hooks, thing, site) = (maker.subject.hooks, maker.shape.thing, DeclarationSite.self)
        return onStart({ await hooks.start(thing($0)) }, key: site.key, fileID: site.fileID)
            .onStop({ await hooks.stop(thing($0)) }, key: site.key, fileID: site.fileID)
    }
}

extension FactoryModifying {
    private func decorated(_ line: UInt, _ closure: @escaping (T) -> T) -> Self {
        decorate(closure, line: line)
        return self
    }
}

/// A factory without a parameter.
struct PlainFactory<Product: Sendable>: ErasedFactory {
    var factory: Factory<Product>
    let maker: ClosureMaker<Product>
    var declaration: Int { maker.declaration }

    func changed(_ change: Change) -> any ErasedFactory {
        var copy = self
        let maker = maker
        if case .register(let recipe) = change {
            copy.factory = factory.register(factory: { maker.make(recipe, 0) }, line: recipe.line)
        } else {
            copy.factory = factory.changed(change, maker) { _ in 0 }
        }
        return copy
    }

    func resolve(_ parameter: Int) -> Thing? { maker.shape.thing(factory()) }

    var explanation: Explanation { factory.explanation }

    var untyped: Any { factory }

    func provider(in container: some ProgramContainer) -> (Int) -> Thing? {
        let (provider, shape) = (container.provider(\.[DeclaredFactory<Factory<Product>>(declaration)]), maker.shape)
        return { _ in shape.thing(provider()) }
    }

    var withHooks: any ErasedFactory { Self(factory: factory.withHooks(of: maker), maker: maker) }
}

/// A factory with a parameter.
struct ParameterizedFactory<Product: Sendable>: ErasedFactory {
    var factory: ParameterFactory<CollidingParameter, Product>
    let maker: ClosureMaker<Product>
    var declaration: Int { maker.declaration }

    func changed(_ change: Change) -> any ErasedFactory {
        var copy = self
        let maker = maker
        switch change {
        case .register(let recipe):
            copy.factory = factory.register(factory: { maker.make(recipe, $0.number) }, line: recipe.line)
        case .scopeOnParameters: copy.factory = factory.scopeOnParameters
        default: copy.factory = factory.changed(change, maker) { $0.number }
        }
        return copy
    }

    func resolve(_ parameter: Int) -> Thing? { maker.shape.thing(factory(CollidingParameter(number: parameter))) }

    var explanation: Explanation { factory.explanation }

    var untyped: Any { factory }

    func provider(in container: some ProgramContainer) -> (Int) -> Thing? {
        typealias Base = ParameterFactory<CollidingParameter, Product>
        let (provider, shape) = (container.provider(\.[DeclaredFactory<Base>(declaration)]), maker.shape)
        return { shape.thing(provider(CollidingParameter(number: $0))) }
    }

    var withHooks: any ErasedFactory { Self(factory: factory.withHooks(of: maker), maker: maker) }
}

/// Unequal parameters with the same hash.
struct CollidingParameter: Hashable {
    let number: Int

    func hash(into hasher: inout Hasher) {}
}

extension Situation {
    var contextType: FactoryContextType {
        switch self {
        case .argument(let argument): .arg(argument)
        case .preview: .preview
        case .test: .test
        case .simulator: .simulator
        case .device: .device
        case .debug: .debug
        }
    }
}

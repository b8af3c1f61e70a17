/// A random program for the library and the model. Any part of its lists is also a program.
struct Program: Equatable, Sendable {
    /// The declarations, which are the same in all containers. A declaration needs only earlier ones.
    var declarations: [DeclarationPlan]
    /// What the containers with `autoRegister()` do in it.
    var automatic: [Use]
    /// The modules that the containers with `autoRegister()` install in it.
    var automaticModules: [Int]
    var modules: [ModulePlan]
    var operations: [Operation]

    /// Whether only sessions have a declaration.
    func isOfSession(_ declaration: Int) -> Bool {
        (collection - Self.sessionDeclarations..<collection).contains(declaration)
    }

    /// The number of the list that each container has, among the declarations. That of the dictionary follows.
    var collection: Int { declarations.count }

    /// The number of a collection among the declarations.
    func number(of collection: CollectionName) -> Int {
        declarations.count + (collection == .list ? 0 : 1)
    }

    /// The number that stands for the installed modules, among the declarations.
    var installations: Int { declarations.count + CollectionName.allCases.count }

    /// Whether the closures of a declaration, or of the collection, are asynchronous.
    func awaits(in declaration: Int) -> Bool {
        declaration < collection && declarations[declaration].effect == .asynchronous
    }

    var isAsynchronous: Bool { declarations.contains { $0.effect == .asynchronous } }

    func hasHooks(in declaration: Int) -> Bool {
        declaration < collection && declarations[declaration].hasHooks
    }

    var hasHooks: Bool { declarations.contains(where: \.hasHooks) }

    /// Whether a start can name a declaration.
    func canStart(_ declaration: Int) -> Bool {
        let plan = declarations[declaration]
        return plan.product == .object && !plan.takesParameter
    }

    /// Whether a recipe makes nothing.
    func makesNothing(_ recipe: Recipe, in declaration: Int) -> Bool {
        guard recipe.isNothing, declaration < collection else { return false }
        let plan = declarations[declaration]
        // It is not specified whether an instance depends on what a construction has built that failed within its own.
        if hasHooks, plan.effect != .none, !recipe.steps.isEmpty { return false }
        return plan.canMakeNothing
    }

    /// Whether a declaration can be a part of the collection.
    func isPart(_ declaration: Int) -> Bool {
        let plan = declarations[declaration]
        return plan.product == .object && plan.effect == .none && !plan.takesParameter
    }

    /// The number of containers. The first two have no `autoRegister()`, the others do.
    static let containers = 4
    static let plainContainers = 2
    static let modules = 3
    /// The number of declarations that sessions have, after those of all containers.
    static let sessionDeclarations = 2
    /// The modules that may be installed together. The last one requires the first.
    static let modulesInstalled = [[0], [1], [0, 1], [1, 0], [0, 2]]
    /// The number of containers, each with a context, that take turns as `Container.shared`.
    static let worlds = 2
    /// The number of scopes that take turns as `Scope.singleton`.
    static let singletonScopes = 3
    /// The number of parents that a container can have.
    static let levels = 3
    /// The number of instances, and of factory values, that a program can hold.
    static let hands = 4
}

/// One declaration.
struct DeclarationPlan: Equatable, Sendable {
    var product: ProductKind
    var effect = Effect.none
    var takesParameter: Bool
    var recipe: Recipe
    var modifiers: [Change]
    /// The first scope, if the declaration needs one.
    var firstScope: ScopeName?
    /// Whether it has `onStart` and `onStop`.
    var hasHooks = false

    /// The modifiers, without the hooks.
    var allModifiers: [Change] { (firstScope.map { [.scope($0)] } ?? []) + modifiers }

    /// Whether a closure can make nothing.
    var canMakeNothing: Bool { product.isOptional || effect != .none }
}

/// A module, which registers as `autoRegister()` does.
struct ModulePlan: Equatable, Sendable {
    /// The modules that it installs first.
    var installs: [Int] = []
    var uses: [Use] = []
}

/// Whether a declaration's closures throw or await. Such a declaration makes objects.
enum Effect {
    case none, throwing, asynchronous
}

/// The kind of type that a declaration has.
enum ProductKind {
    case object, optional, existential, value
    /// Optional and promised: another operation must register it.
    case promised

    var isOptional: Bool { self == .optional || self == .promised }
}

/// A closure, which creates an instance and reports its own number.
struct Recipe: Equatable, Sendable {
    var number: Int
    var steps: [Step] = []
    /// Whether it returns `nil`, if its declaration has an optional type, or throws, if its closures do.
    var isNothing = false
}

/// A step of a closure before it creates its instance.
enum Step: Equatable, Sendable {
    case need(Need)
    case change(Operation)
}

/// A declaration that a closure resolves.
struct Need: Equatable {
    /// `nil` for the closure's own container.
    var container: Int?
    var declaration: Int
    var parameter: Int
    /// The scope that is `Scope.singleton` meanwhile; `nil` for the current one.
    var singletons: Int?
    /// The world that is the shared container's meanwhile; `nil` for the current one.
    var shared: Int?
}

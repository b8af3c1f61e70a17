/// A random program for the library and the model. Any part of its lists is also a program.
struct Program: Equatable {
    /// The declarations, which are the same in all containers. A declaration needs only earlier ones.
    var declarations: [DeclarationPlan]
    /// What the containers with `autoRegister()` do in it.
    var automatic: [Use]
    var operations: [Operation]

    /// The number of containers. The first two have no `autoRegister()`, the others do.
    static let containers = 4
    static let plainContainers = 2
    /// The number of containers, each with a context, that take turns as `Container.shared`.
    static let worlds = 2
    /// The number of scopes that take turns as `Scope.singleton`.
    static let singletonScopes = 3
    /// The number of instances, and of factory values, that a program can hold.
    static let hands = 4
}

/// One declaration.
struct DeclarationPlan: Equatable {
    var product: ProductKind
    var takesParameter: Bool
    var recipe: Recipe
    var modifiers: [Change]
}

/// The kind of type that a declaration has.
enum ProductKind {
    case object, optional, existential, value
    /// Optional and promised: another operation must register it.
    case promised

    var isOptional: Bool { self == .optional || self == .promised }
}

/// A closure, which creates an instance and reports its own number.
struct Recipe: Equatable {
    var number: Int
    var steps: [Step] = []
    /// Whether it returns `nil`, if its declaration has an optional type.
    var isNothing = false
}

/// A step of a closure before it creates its instance.
enum Step: Equatable {
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

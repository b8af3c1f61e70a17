/// What a random program does with the library, and with the model. Any part of its lists is a program, too.
struct Program: Equatable {
    /// What is declared, the same in all containers. A declaration needs only earlier ones.
    var declarations: [DeclarationPlan]
    /// What a container that registers by itself does in `autoRegister()`.
    var automatic: [Use]
    var operations: [Operation]

    /// How many containers there are. The first two do not register by themselves, the others do.
    static let containers = 4
    static let plainContainers = 2
    /// How many containers, with a context each, take turns as `Container.shared`.
    static let worlds = 2
    /// How many scopes take turns as `Scope.singleton`.
    static let singletonScopes = 3
    /// How many instances, and how many factories, a program can hold.
    static let hands = 4
}

/// What one declaration declares.
struct DeclarationPlan: Equatable {
    var product: ProductKind
    var takesParameter: Bool
    var recipe: Recipe
    var modifiers: [Change]
}

/// What type a declaration makes.
enum ProductKind {
    case object, optional, existential, value
    /// Optional, and only promised: somebody else is to register it.
    case promised

    var isOptional: Bool { self == .optional || self == .promised }
}

/// What a closure does: it makes an instance that knows the closure's number.
struct Recipe: Equatable {
    var number: Int
    var steps: [Step] = []
    /// Whether it makes nothing, where its declaration is of an optional type.
    var isNothing = false
}

/// What a closure does before it makes its instance.
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
    /// Which scope is `Scope.singleton` meanwhile; `nil` leaves what is.
    var singletons: Int?
    /// Which world is the shared container's meanwhile; `nil` leaves what is.
    var shared: Int?
}

public import Wiring

extension ManagedContainer {
    /// Returns the launch arguments and environment variables that select a closure in this container.
    ///
    /// ```swift
    /// for argument in container.arguments(\.accounts, \.networking) { print(argument) }
    /// ```
    /// The container and its parents know the closures that were set outside the declarations, for example in
    /// `autoRegister()`. They do not know the declarations, so name those that set closures for arguments or variables,
    /// or that need such a declaration through `wire`. Nothing is built. If `autoRegister()` has yet to run, it runs first. What
    /// that sets for a singleton is listed for a child, too, although the child's root resolves it.
    ///
    /// - Parameter dependencies: Dependencies whose declarations set closures for arguments or variables, or need some.
    /// - Returns: The arguments in alphabetical order, and then the variables. Each occurs once.
    public func arguments<each Dependency: DeclaredDependency>(
        _ dependencies: repeat KeyPath<Self, each Dependency>
    ) -> [SelectingArgument] {
        let requests = wiring(of: Self.readers(of: repeat each dependencies)).requests
        let context = manager.context
        return Dictionary(grouping: selections(of: requests), by: \.type).map { type, selections in
            SelectingArgument(
                text: selections[0].text,
                isVariable: type.isVariable,
                isGiven: context.selected(among: [type]) != nil,
                dependencies: Set(selections.map(\.dependency)).sorted()
            )
        }
        .sorted { ($0.isVariable ? 1 : 0, $0.text) < ($1.isVariable ? 1 : 0, $1.text) }
    }

    /// The closures for arguments and variables that are set outside the declarations, and those of some declarations.
    func selections(of requests: [Resolution.Request]) -> [Selection] {
        let known = manager.contexts(of: self) + requests.map { ($0.declaration, $0.contexts) }
        return known.flatMap { declaration, contexts in
            contexts.compactMap { type in
                type.text.map { Selection(declaration: declaration, type: type, text: $0) }
            }
        }
    }

    /// Returns the arguments and environment variables of the program that select no closure in this container, such as
    /// a misspelled one.
    ///
    /// ```swift
    /// for argument in container.unusedArguments() { logger.warning("\(argument)") }
    /// // 'mock-acounts' selects nothing; did you mean 'mock-accounts'?
    /// ```
    /// The result includes every launch argument that selects nothing, even if the program uses it for something else.
    /// The program's name is not an argument. An environment variable is included only if a closure exists for another
    /// of its values. ``arguments(_:)`` says which closures the container knows.
    ///
    /// - Parameter dependencies: Dependencies whose declarations set closures for arguments or variables, or need some
    ///   through `wire`. The arguments of others are reported as unused.
    /// - Returns: The launch arguments in their order, then those that were set at run time, and then the variables.
    public func unusedArguments<each Dependency: DeclaredDependency>(
        _ dependencies: repeat KeyPath<Self, each Dependency>
    ) -> [UnusedArgument] {
        let (context, selecting) = (manager.context, arguments(repeat each dependencies))
        let arguments = selecting.filter { !$0.isVariable }.map(\.text)
        let variables = selecting.filter(\.isVariable).map(\.text)
        let runtimeArguments = context.runtimeArguments.sorted { $0.key < $1.key }.map(\.value)
        let unusedArguments = (context.arguments.dropFirst() + runtimeArguments).filter { !arguments.contains($0) }
        let names = Set(variables.map { $0.prefix { $0 != "=" } })
        let unusedVariables = names.sorted().compactMap { name in
            context.environment[String(name)].map { "\(name)=\($0)" }
        }
        .filter { !variables.contains($0) }
        return unusedArguments.map { UnusedArgument(text: $0, nearest: arguments.nearest(to: $0)) }
            + unusedVariables.map { UnusedArgument(text: $0, nearest: variables.nearest(to: $0)) }
    }
}

/// A closure of a declaration for an argument or a variable.
struct Selection {
    let declaration: Declaration
    let type: FactoryContextType
    /// How a user writes the argument or the variable.
    let text: String

    fileprivate var dependency: String {
        "\(declaration.key)<\(declaration.product)>, declared at \(declaration.location)"
    }
}

extension Resolution.Request {
    /// The contexts that have closures for the dependency: its declaration's, and those set outside of it.
    fileprivate var contexts: [FactoryContextType] {
        var (request, singleton) = (routed, Scope?.none)
        return Resolution.prepare(&request, &singleton, isForGraph: true).0.modifiers.contexts
    }
}

extension FactoryContextType {
    /// How a user writes it, if it is an argument or a variable.
    fileprivate var text: String? {
        switch self {
        case .arg(let argument): argument
        case .environment(let name, let value): "\(name)=\(value)"
        default: nil
        }
    }

    var isVariable: Bool { if case .environment = self { true } else { false } }
}

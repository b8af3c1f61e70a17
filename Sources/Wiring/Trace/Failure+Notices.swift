/// What is logged once in a process, mostly by a debug build.
extension Failure {
    /// A singleton uses the root's value of a dependency that a child has replaced.
    ///
    /// - Parameter path: The path, which ends with the dependency.
    static func text(of singleton: PathStep, usingRootsValueOf step: PathStep, _ path: [PathStep]) -> String {
        text(
            """
            \(singleton.description) is a singleton, so it uses \(step.description) of the root, and not what a child has set
            \(path.listing)
            If it belongs to the child, declare it as `.cached`. Otherwise pass the value of `\(step.key)` where it \
            is used.
            """
        )
    }

    /// A child of another type outlives the operation whose container is its parent.
    static func text(outlivingItsParent child: any Any.Type, parent: any Any.Type) -> String {
        let (child, parent) = (sourceName(of: child), sourceName(of: parent))
        return text(
            """
            a \(child) outlives its parent, a child container whose operation has ended, and which no longer keeps instances
            Create it with the root: `\(child)(parent: \(parent).shared.root, …)`.
            """
        )
    }

    /// A factory is stored in a global variable.
    static func text(storedGlobally declaration: Declaration) -> String {
        let product = sourceName(of: declaration.product)
        return text(
            """
            a factory of \(product) is stored in a global variable (\(declaration.location))
            It resolves from the container that was shared when the variable was first used, also in tests and children. Declare a \
            property of a container: `var name: Factory<\(product)> { self { … } }`.
            """
        )
    }

    /// An instance with the scope `.shared` is a value.
    static func text(sharedValue declaration: Declaration) -> String {
        text(
            """
            \(declaration.key)<\(declaration.product)> is `.shared`, which keeps only objects, and its instance is a value \
            (\(declaration.location))
            It is built at each resolution. Use `.cached` to keep it, or no scope.
            """
        )
    }

    /// An argument of the program is almost one that a dependency has a closure for.
    static func text(of argument: String, misspelling expected: String, of step: PathStep) -> String {
        text(
            """
            the program has the argument `\(argument)`, and \(step.description) has a closure for `\(expected)` \
            (\(step.declaration.location))
            Write `\(expected)`, unless `\(argument)` is meant for something else.
            """
        )
    }

    /// A dependency is resolved from a container, in a task in which the operation of a child that had set it has ended.
    ///
    /// - Parameters:
    ///   - path: The path, which ends with the dependency.
    ///   - call: Where it is resolved, if that is known.
    ///   - change: Where the child was changed, if that is known.
    static func text(afterOperation path: [PathStep], at call: CallSite?, changedAt change: CallSite?) -> String {
        let step = path.end
        return text(
            """
            \(step.description) was resolved\(call.map { " at \($0)" } ?? "") without the child container that had set it\
            \(change.map { " at \($0)" } ?? ""), because its operation has ended in this task
            \(path.listing)
            `withChildContainer` ends the child when its operation returns, which is before a streamed body is written. Resolve `\(step.key)` \
            within the operation, or bind what follows: `Container.shared.bind { … }`. If that needs the child's instances, keep the child, \
            too: `Container.shared.bindKeepingChild { … }`, with `import WiringAsync`.
            """
        )
    }

    /// One of two images changes a declaration, and the other one resolves it. Each has its own copy of a type of the declaration.
    ///
    /// - Parameter isChange: Whether this image changes the declaration. Otherwise it resolves it.
    static func text(of step: PathStep, withTypeInTwoImages type: any Any.Type, isChange: Bool) -> String {
        let name = "\(step.description) (\(step.declaration.location))"
        let problem =
            isChange
            ? "what is set for \(name) has no effect in another image of this process"
            : "what another image of this process has set for \(name) has no effect here"
        return text(
            """
            \(problem)
            \(String(reflecting: type)) exists twice in this process, because its module is linked into two images, for example a \
            program and a plug-in. A declaration with the type of one does not see what is set for that with the type of the \
            other. Make the module's product a dynamic library, `.library(name: …, type: .dynamic, targets: […])`, and depend on \
            it in both packages.
            """
        )
    }
}

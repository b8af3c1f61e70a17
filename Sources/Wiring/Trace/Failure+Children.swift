extension Failure {
    /// A chain of children is too long.
    static func tooManyParents(of container: any Any.Type, limit: Int) -> Never {
        let container = sourceName(of: container)
        fatalError(
            text(
                """
                a child of \(container) would have more than \(limit) parents
                Each task starts the next one within its own child, so that each child keeps all earlier ones alive. Create each \
                child from the root: `withChildContainer(of: \(container).shared.root) { _ in } operation: { … }`.
                """
            )
        )
    }

    /// A container has the manager of another.
    static func managerOfAnother(_ container: any Any.Type) -> Never {
        let container = sourceName(of: container)
        fatalError(
            text(
                """
                \(container) has the manager of another container
                Give each container a manager of its own, `let manager = ContainerManager()`, and forward single declarations: \
                `var api: Factory<any API> { other.api }`.
                """
            )
        )
    }

    /// A child container declares a singleton.
    ///
    /// - Parameters:
    ///   - path: The path, which ends with the singleton.
    ///   - call: Where it was resolved, if that is known.
    static func singletonInChild(_ path: [PathStep], at call: CallSite?) -> Never {
        let step = path.end
        stop(
            """
            \(step.description) is a singleton of a child container: it would keep the values of the first \(step.container) \
            forever
            """,
            path,
            at: call,
            """
            Declare it in the parent of \(step.container), or keep an instance in each child: `.cached` instead of `.singleton`.
            """
        )
    }

    /// The closure of a singleton resolves from a child container that existed before.
    ///
    /// - Parameters:
    ///   - singleton: The singleton.
    ///   - path: The path, which ends with the dependency of the child.
    ///   - call: Where it was resolved, if that is known.
    static func child(inSingleton singleton: PathStep, _ path: [PathStep], at call: CallSite?) -> Never {
        let step = path.end
        stop(
            "\(singleton.description) is a singleton and uses \(step.description), which ends with its \(step.container)",
            path,
            at: call,
            """
            Declare `\(singleton.key)` in \(step.container), as `.cached`, or pass the value of \
            `\(step.key)` where it is used.
            """
        )
    }
}

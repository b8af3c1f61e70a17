/// What ends a program that cannot be given an instance: what, where it was declared, how it came to it, what to write.
enum Failure {
    /// The dependencies need each other, so that none of them can be built first.
    ///
    /// - Parameter path: From the declaration that is needed again to itself.
    static func circularDependency(_ path: [PathStep]) -> Never {
        let first = path[path.startIndex]
        fatalError(
            """
            circular dependency: building \(first.description) needs \(first.description) again
            \(path.listing)
            \(advice(of: path))
            """,
            file: first.declaration.site.fileID.literal,
            line: first.declaration.site.line
        )
    }

    private static func advice(of path: [PathStep]) -> String {
        if path.contains(where: { $0.declaration == .autoRegistration }) {
            return """
                Resolve nothing within `autoRegister()` that needs a container which is registering: register a closure \
                that resolves it, `x.register { other.y() }`.
                """
        }
        let last = path[path.index(before: path.endIndex)]
        guard last.declaration.parameter == Void.self else {
            return """
                Break the circle at one step: pass a closure that resolves later, such as `{ container.\
                \(last.declaration.site.key)($0) }`.
                """
        }
        return """
            Break the circle at one step: pass a closure that resolves later, such as `{ container.\
            \(last.declaration.site.key)() }`; of a container type that has a `shared` container also \
            `@LazyInjected(\\\(last.container).\(last.declaration.site.key)) var …`.
            """
    }

    /// A dependency of the main actor was resolved elsewhere.
    ///
    /// - Parameters:
    ///   - path: The path to the dependency, which stands at its end.
    ///   - call: Where it was resolved, if that is known.
    static func resolvedOffMainActor(_ path: [PathStep], at call: CallSite?) -> Never {
        let step = path[path.index(before: path.endIndex)]
        let site = step.declaration.site
        let parameter = step.declaration.parameter == Void.self ? "" : "…"
        fatalError(
            """
            \(step.description) belongs to the main actor and was resolved off it
            \(path.listing)
            \(call.map { "Resolved at \($0).\n" } ?? "")Resolve it on the main actor: \
            `await container.\(site.key).resolveOnMainActor(\(parameter))`.
            """,
            file: call?.fileIDText.literal ?? site.fileID.literal,
            line: call.map { UInt($0.line) } ?? site.line
        )
    }

    /// A promised dependency was resolved before anything was registered for it, and its container calls that an error.
    ///
    /// - Parameters:
    ///   - path: The path to the promise, which stands at its end.
    ///   - call: Where it was resolved, if that is known.
    static func unkeptPromise(_ type: any Any.Type, _ path: [PathStep], at call: CallSite?) -> Never {
        let site = path[path.index(before: path.endIndex)].declaration.site
        fatalError(
            """
            \(type) was not registered
            \(path.listing)
            \(call.map { "Resolved at \($0).\n" } ?? "")Register it before it is first resolved: \
            `container.\(site.key).register { … }`, in `autoRegister()` for instance. To resolve it to `nil` instead, set \
            `container.manager.promiseTriggersError = false`.
            """,
            file: call?.fileIDText.literal ?? site.fileID.literal,
            line: call.map { UInt($0.line) } ?? site.line
        )
    }
}

/// Stops a program that cannot get an instance. The message says what happened, where, which path led there, and what to write.
enum Failure {
    /// Stops the program because of the last step of a path.
    ///
    /// - Parameters:
    ///   - path: The path to what cannot be resolved.
    ///   - call: Where it was resolved, if that is known. Otherwise the message names the place of the declaration.
    ///   - problem: What happened.
    ///   - advice: What to write.
    static func stop(_ path: [PathStep], at call: CallSite?, _ problem: String, _ advice: String) -> Never {
        let site = path.end.declaration.site
        fatalError(
            "\(problem)\n\(path.listing)\n\(call.map { "Resolved at \($0).\n" } ?? "")\(advice)",
            file: call?.fileIDText.literal ?? site.fileID.literal,
            line: call.map { UInt($0.line) } ?? site.line
        )
    }

    /// The dependencies need each other, so none of them can be built first.
    ///
    /// - Parameter path: The path from a declaration to itself.
    static func circularDependency(_ path: [PathStep]) -> Never {
        let first = path[path.startIndex]
        fatalError(
            """
            circular dependency: building \(first.description) needs \(first.description) again
            \(path.listing)
            \(advice(for: path))
            """,
            file: first.declaration.site.fileID.literal,
            line: first.declaration.site.line
        )
    }

    private static func advice(for path: [PathStep]) -> String {
        if path.contains(where: { $0.declaration == .autoRegistration }) {
            return """
                In `autoRegister()`, do not resolve from a container whose `autoRegister()` is running. Register a closure \
                that resolves later: `x.register { other.y() }`.
                """
        }
        let last = path.end
        let (key, effects) = (last.declaration.site.key, last.declaration.effects)
        let hasParameter = last.declaration.parameter != Void.self
        let call = "\(effects.keywords)container.\(key)(\(hasParameter ? "$0" : ""))"
        let closure = "Break the cycle at one step: pass a closure that resolves later, such as `{ \(call) }`"
        // The property wrappers take neither parameters nor asynchronous or throwing factories.
        guard !hasParameter, effects == .none else { return "\(closure)." }
        return """
            \(closure); or, if the container type has a `shared` container, declare \
            `@LazyInjected(\\\(last.container).\(key)) var …`.
            """
    }

    /// A part of a dependency was to be changed.
    static func changeOfPart(_ step: PathStep) -> Never {
        fatalError(
            """
            a part of \(step.description) cannot be changed
            It is resolved from the dependency each time. Change the dependency: `container.\(step.declaration.site.key)`.
            """,
            file: step.declaration.site.fileID.literal,
            line: step.declaration.site.line
        )
    }

    /// A dependency that is isolated to the main actor was resolved off it.
    ///
    /// - Parameters:
    ///   - path: The path, which ends with the dependency.
    ///   - call: Where it was resolved, if that is known.
    static func resolvedOffMainActor(_ path: [PathStep], at call: CallSite?) -> Never {
        let step = path.end
        let site = step.declaration.site
        let parameter = step.declaration.parameter == Void.self ? "" : "…"
        let resolution =
            step.declaration.effects == .none
            ? "await container.\(site.key).resolveOnMainActor(\(parameter))"
            : "try await MainActor.run { try container.\(site.key)(\(parameter)) }"
        stop(
            path,
            at: call,
            "\(step.description) belongs to the main actor and was resolved off it",
            """
            Resolve it on the main actor: `\(resolution)`.
            """
        )
    }

    /// A promised dependency was resolved before anything was registered for it.
    ///
    /// - Parameters:
    ///   - path: The path, which ends with the promise.
    ///   - call: Where it was resolved, if that is known.
    static func unkeptPromise(_ path: [PathStep], at call: CallSite?) -> Never {
        let step = path.end
        let site = step.declaration.site
        let keyPath = step.container == "Container" ? "\\.\(site.key)" : "\\\(step.container).\(site.key)"
        stop(
            path,
            at: call,
            "\(step.description) was not registered",
            """
            Register it before it is first resolved: \
            `container.\(site.key).register { … }`, in `autoRegister()` for instance. In a test, write \
            `container.\(site.key).override { … }` or the trait `.override(\(keyPath)) { … }`. To resolve it to `nil` instead, set \
            `container.manager.promiseTriggersError = false`.
            """
        )
    }
}

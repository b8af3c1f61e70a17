/// The messages of this library: what happened, where, which path led there, and what to write. Most of them stop a program that cannot
/// get an instance.
package enum Failure {
    /// Stops the program with a message.
    ///
    /// - Parameters:
    ///   - problem: What is wrong. It names the dependency.
    ///   - path: The path, which ends with the dependency.
    ///   - call: The call that is wrong, if that is known. Otherwise the message begins with the place of the declaration.
    ///   - isResolution: Whether the call resolves the dependency.
    ///   - advice: The line to write.
    @inline(never)
    package static func stop(
        _ problem: String,
        _ path: [PathStep],
        at call: CallSite?,
        isResolution: Bool = true,
        _ advice: String
    ) -> Never {
        let site = path.end.declaration.site
        let resolved = isResolution ? call.map { "Resolved at \($0).\n" } : nil
        fatalError(
            text("\(problem)\n\(path.listing)\n\(resolved ?? "")\(advice)"),
            file: call?.fileIDText.literal ?? site.fileID.literal,
            line: call.map { UInt($0.line) } ?? site.line
        )
    }

    /// A message of this library. It begins with the library's name, because it stands between those of others.
    package static func text(_ message: String) -> String { "Wiring: \(message)" }

    /// Two images of the process have a module of this package each, and use one copy of `Wiring`.
    package static func secondCopy(of module: String) -> Never {
        fatalError(
            text(
                """
                there are two copies of \(module) in this process. In the package of each image, depend on the product WiringDynamic \
                instead of Wiring and \(module).
                """
            )
        )
    }

    /// The dependencies need each other, so none of them can be built first.
    ///
    /// - Parameter path: The path from a declaration to itself.
    package static func circularDependency(_ path: [PathStep]) -> Never {
        let name = path[path.startIndex].description
        stop("circular dependency: building \(name) needs \(name) again", path, at: nil, advice(for: path))
    }

    private static func advice(for path: [PathStep]) -> String {
        if path.contains(where: { $0.declaration == .autoRegistration }) {
            return """
                In `autoRegister()`, do not resolve from a container whose `autoRegister()` is running. Register a closure \
                that resolves later: `x.register { other.y() }`.
                """
        }
        let advice = Advice(path.end)
        let wrapper = advice.injectingLater.map {
            "; or, if the container type has a `shared` container, declare `\($0)`"
        }
        let providing = "`\(advice.providing)`\(advice.providingImport)"
        return "Break the cycle at one step: pass \(providing), and call it later\(wrapper ?? "")."
    }

    /// A part of a dependency was to be changed.
    static func changeOfPart(_ step: PathStep) -> Never {
        stop(
            "a part of \(step.description) cannot be changed",
            [step],
            at: nil,
            "It is resolved from the dependency each time. Change the dependency: `\(Advice(step).name)`."
        )
    }

    /// A dependency that is isolated to an actor was resolved off it.
    ///
    /// - Parameters:
    ///   - isolation: The actor.
    ///   - path: The path, which ends with the dependency.
    ///   - call: Where it was resolved, if that is known.
    static func resolved(off isolation: DeclaredIsolation, _ path: [PathStep], at call: CallSite?) -> Never {
        let step = path.end
        stop(
            "\(step.description) belongs to \(isolation.name) and was resolved off it",
            path,
            at: call,
            "Resolve it on \(isolation == .mainActor ? "the main" : "that") actor: `\(Advice(step).resolving(on: isolation))`."
        )
    }

    /// A promised dependency was resolved before anything was registered for it.
    ///
    /// - Parameters:
    ///   - path: The path, which ends with the promise.
    ///   - call: Where it was resolved, if that is known.
    static func unkeptPromise(_ path: [PathStep], at call: CallSite?) -> Never {
        let step = path.end
        let advice = Advice(step)
        stop(
            "\(step.description) was not registered: it was declared with `promised()`, and nothing provides it",
            path,
            at: call,
            """
            Install the module that provides it, such as `container.install(SomeModule.self)` (import WiringModules), or register it \
            before it is first resolved: `\(advice.registering)`, in `autoRegister()` for instance. In a test, write \
            `\(advice.overriding)`\(advice.overridingTraits.first.map { " or the trait `\($0)`" } ?? ""). To resolve it to \
            `nil` instead, set \
            `container.manager.promiseTriggersError = false`.
            """
        )
    }
}

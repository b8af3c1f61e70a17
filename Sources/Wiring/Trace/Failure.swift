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

    /// Stops the program with a message that has neither a path nor the place of a call.
    private static func stop(_ message: String) -> Never { fatalError(text(message)) }

    /// A message of this library. It begins with the library's name, because it stands between those of others.
    package static func text(_ message: String) -> String { "Wiring: \(message)" }

    /// Two images of the process have a module of this package each, and use one copy of `Wiring`.
    package static func secondCopy(of module: String) -> Never {
        stop(
            """
            there are two copies of \(module) in this process. In the package of each image, depend on the product WiringDynamic \
            instead of Wiring and \(module).
            """
        )
    }

    /// The dependencies need each other, so none of them can be built first.
    ///
    /// - Parameters:
    ///   - path: The path from a declaration to itself.
    ///   - call: The call that closes the cycle, if that is known. The message begins with it if the dependency was registered by its type.
    package static func circularDependency(_ path: [PathStep], at call: CallSite? = nil) -> Never {
        let name = path[path.startIndex].description
        let place = path.end.declaration.site.isOfType ? call : nil
        let problem = "circular dependency: building \(name) needs \(name) again"
        stop(problem, path, at: place, isResolution: false, advice(for: path))
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

extension Failure {
    /// A chain of children is too long.
    static func tooManyParents(of container: any Any.Type, limit: Int) -> Never {
        let container = sourceName(of: container)
        stop(
            """
            a child of \(container) would have more than \(limit) parents
            Each task starts the next one within its own child, so that each child keeps all earlier ones alive. Create each \
            child from the root: `withChildContainer(of: \(container).shared.root) { _ in } operation: { … }`.
            """
        )
    }

    /// The manager of a container is not its own.
    ///
    /// - Parameter fault: What is wrong, as the end of a sentence that begins with the container.
    static func manager(of container: any Any.Type, _ fault: String) -> Never {
        stop(
            """
            \(sourceName(of: container)) \(fault)
            Give each container a manager of its own, in a stored property: `let manager = ContainerManager()`. Look for a type \
            whose `manager` is computed, such as `{ other.manager }`. To share dependencies, forward single declarations: \
            `var api: Factory<any API> { other.api }`.
            """
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

    /// A child has set hooks of a singleton.
    static func text(hooksOfChild path: [PathStep]) -> String {
        text(
            """
            \(path.end.description) is a singleton, so it has the hooks of the root, and not those that a child has set
            \(path.listing)
            Set them in the root or in the declaration. Or override `\(path.end.key)` in the child, too, for an instance of its own.
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

/// A failure that would stop the program, if no check ran. The check lists all of them.
package enum CollectedFailure: Sendable {
    case missingModule
    case duplicateKey

    /// Receives the failures while a check runs in the current task. The program goes on after each.
    ///
    /// Not a closure: with Swift 6.3.1, a release build that binds one crashes.
    @TaskLocal package static var collector: (any FailureCollecting)?
}

/// Receives failures, on any thread.
package protocol FailureCollecting: AnyObject, Sendable {
    /// - Parameters:
    ///   - text: What is wrong, the path to it, and what to write.
    ///   - call: The call that is wrong.
    func collect(_ failure: CollectedFailure, _ text: String, at call: CallSite)
    /// Receives the manager of a container whose `autoRegister()` has run during the check.
    func noteAutomaticRegistration(of manager: AnyObject)
}

import Wiring

extension Failure {
    /// A module was installed before one that it requires. Stops the program, unless a check collects it.
    ///
    /// - Parameters:
    ///   - missing: The module that is not installed.
    ///   - isLater: Whether the same call installs it afterwards.
    ///   - path: The path, which ends with the module that requires it.
    ///   - call: The call of `install`.
    static func missingModule(_ missing: any Any.Type, isLater: Bool, _ path: [PathStep], at call: CallSite) {
        let (module, missing) = (sourceName(of: path.end.declaration.product), sourceName(of: missing))
        stopUnlessCollected(
            .missingModule,
            """
            the module \(module) requires the module \(missing), which \(isLater ? "is installed after it" : "is not installed")
            """,
            path,
            at: call,
            "Install the required module first: `install(\(missing).self, \(module).self)`."
        )
    }

    /// Stops the program with a message, or passes it to the check that runs.
    private static func stopUnlessCollected(
        _ failure: CollectedFailure,
        _ problem: String,
        _ path: [PathStep],
        at call: CallSite,
        _ advice: String
    ) {
        guard let collector = CollectedFailure.collector else {
            stop(problem, path, at: call, isResolution: false, advice)
        }
        collector.collect(failure, "\(problem)\n\(path.listing)\n\(advice)", at: call)
    }

    /// A module was installed that requires itself, through others. Stops the program, unless a check collects it.
    ///
    /// - Parameters:
    ///   - cycle: The modules from it to itself, of which each requires the next.
    ///   - path: The path, which ends with the module.
    ///   - call: The call of `install`.
    static func modulesRequireEachOther(_ cycle: [any Any.Type], _ path: [PathStep], at call: CallSite) {
        stopUnlessCollected(
            .missingModule,
            "modules require each other: \(cycle.map { sourceName(of: $0) }.joined(separator: " → "))",
            path,
            at: call,
            """
            None of them can be installed first. Move the declarations that they share to a module of its own, and let each \
            require that module.
            """
        )
    }

    /// A key was contributed twice to a collection. Stops the program, unless a check collects it.
    ///
    /// - Parameters:
    ///   - key: The key, as the error prints it.
    ///   - path: The path, which ends with the collection.
    ///   - first: Where it was contributed first.
    ///   - second: Where it was contributed again.
    static func duplicateKey(_ key: String, _ path: [PathStep], at first: CallSite, and second: CallSite) {
        let step = path.end
        stopUnlessCollected(
            .duplicateKey,
            "the key \(key) was contributed twice to \(step.description)",
            path,
            at: second,
            """
                  first contributed at \(first)
                  contributed again at \(second)
            Contribute each key once. To replace a part, override its declaration; to replace all, write \
            `\(Advice(step).overriding)`.
            """
        )
    }

    /// A declaration was contributed to a collection whose container and parents are of other types.
    ///
    /// - Parameters:
    ///   - other: The type of the declaration's container.
    ///   - collection: The step of the collection.
    ///   - call: Where it was contributed.
    static func foreignPart(_ other: any Any.Type, _ collection: PathStep, at call: CallSite) -> Never {
        stop(
            "a declaration of \(sourceName(of: other)) was contributed to \(collection.description)",
            [collection],
            at: call,
            isResolution: false,
            """
                  contributed at \(call)
            Contribute a declaration of \(collection.container): `\(Advice(collection).contributing)`.
            """
        )
    }

    /// A provider resolved after its container was released.
    ///
    /// - Parameters:
    ///   - path: The path, which ends with the dependency.
    ///   - call: Where it was resolved, if that is known.
    static func releasedContainer(_ path: [PathStep], at call: CallSite?) -> Never {
        let step = path.end
        stop(
            "\(step.description) was resolved by a provider whose container has been released",
            path,
            at: call,
            """
            Retain the container as long as the provider is used, or store the factory \
            `\(Advice(step).name)`, which retains it.
            """
        )
    }
}

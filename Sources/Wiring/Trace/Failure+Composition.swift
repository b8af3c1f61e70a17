extension Failure {
    /// A module was installed before one that it requires.
    ///
    /// - Parameters:
    ///   - missing: The module that is not installed.
    ///   - isLater: Whether the same call installs it afterwards.
    ///   - path: The path, which ends with the module that requires it.
    ///   - call: The call of `install`.
    static func missingModule(_ missing: any Any.Type, isLater: Bool, _ path: [PathStep], at call: CallSite) -> Never {
        let module = path.end.declaration.product
        fatalError(
            """
            the module \(module) requires the module \(missing), which \
            \(isLater ? "is installed after it" : "is not installed")
            \(path.listing)
            Install the required module first: `install(\(missing).self, \(module).self)`.
            """,
            file: call.fileIDText.literal,
            line: UInt(call.line)
        )
    }

    /// A module was installed that requires itself, through others.
    ///
    /// - Parameters:
    ///   - cycle: The modules from it to itself, of which each requires the next.
    ///   - path: The path, which ends with the module.
    ///   - call: The call of `install`.
    static func modulesRequireEachOther(_ cycle: [any Any.Type], _ path: [PathStep], at call: CallSite) -> Never {
        fatalError(
            """
            modules require each other: \(cycle.map { "\($0)" }.joined(separator: " → "))
            \(path.listing)
            Each must be installed before the next, so none can be the first. Move what they need of each other to another \
            module, and require that.
            """,
            file: call.fileIDText.literal,
            line: UInt(call.line)
        )
    }

    /// A key was contributed twice to a collection.
    ///
    /// - Parameters:
    ///   - key: The key, as the error prints it.
    ///   - path: The path, which ends with the collection.
    ///   - first: Where it was contributed first.
    ///   - second: Where it was contributed again.
    static func duplicateKey(_ key: String, _ path: [PathStep], at first: CallSite, and second: CallSite) -> Never {
        let step = path.end
        fatalError(
            """
            the key \(key) was contributed twice to \(step.description)
            \(path.listing)
                  first contributed at \(first)
                  contributed again at \(second)
            Contribute each key once. To replace a part, override its declaration; to replace all, write \
            `container.\(step.declaration.site.key).override { … }`.
            """,
            file: second.fileIDText.literal,
            line: UInt(second.line)
        )
    }

    /// A declaration of another container type was contributed to a collection.
    ///
    /// - Parameters:
    ///   - other: The other container type.
    ///   - collection: The step of the collection.
    ///   - call: Where it was contributed.
    static func foreignPart(_ other: any Any.Type, _ collection: PathStep, at call: CallSite) -> Never {
        fatalError(
            """
            a declaration of \(other) was contributed to \(collection.description)
            \([collection].listing)
                  contributed at \(call)
            Contribute a declaration of \(collection.container): \
            `container.\(collection.declaration.site.key).contribute(\\\(collection.container).…)`.
            """,
            file: call.fileIDText.literal,
            line: UInt(call.line)
        )
    }

    /// A provider resolved after its container was released.
    ///
    /// - Parameters:
    ///   - path: The path, which ends with the dependency.
    ///   - call: Where it was resolved, if that is known.
    static func releasedContainer(_ path: [PathStep], at call: CallSite?) -> Never {
        let step = path.end
        let site = step.declaration.site
        stop(
            path,
            at: call,
            "\(step.description) was resolved by a provider whose container has been released",
            """
            Retain the container as long as the provider is used, or store \
            the factory `container.\(site.key)`, which retains it.
            """
        )
    }
}

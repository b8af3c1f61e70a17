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
            Break the circle at one step: hold that dependency as `@LazyInjected(\\.\(first.declaration.key)) var …`, \
            which resolves at first use, or pass a closure that resolves it later.
            """,
            file: first.declaration.fileID,
            line: first.declaration.line
        )
    }

    /// A promised dependency was resolved before anything was registered for it, and its container calls that an error.
    static func unkeptPromise(
        _ type: any Any.Type,
        _ path: [PathStep],
        key: StaticString,
        fileID: StaticString,
        line: UInt
    ) -> Never {
        fatalError(
            """
            \(type) was not registered
            \(path.listing)
            Register it before it is first resolved: `container.\(key).register { … }`, in `autoRegister()` for instance.
            """,
            file: fileID,
            line: line
        )
    }
}

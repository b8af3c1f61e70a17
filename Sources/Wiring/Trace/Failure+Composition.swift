extension Failure {
    /// A module was installed before one that it requires.
    ///
    /// - Parameters:
    ///   - missing: The module that is not installed.
    ///   - isLater: Whether the same call installs it afterwards.
    ///   - path: The path, which ends with the module that requires it.
    ///   - call: The call of `install`.
    static func missingModule(_ missing: any Any.Type, isLater: Bool, _ path: [PathStep], at call: CallSite) -> Never {
        let module = path[path.index(before: path.endIndex)].declaration.product
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
}

import Testing

extension TestReport.Failure {
    /// Something was resolved that the test has not replaced.
    static func live(_ resolution: ObservedResolution, _ liveness: TestReport.Liveness) -> Self {
        let reason =
            switch liveness {
            case .declared: "this strict test has no override, registration or `onTest` for it"
            case .context(let type):
                "`\(type.modifier)` chooses its closure, and this strict test has no override for it"
            case .autoRegistered: "`autoRegister()` registers it, and this strict test does not replace it"
            case .inherited: "it was registered outside of this strict test, which does not replace it"
            }
        return Self(
            message: """
                \(resolution.name) is live: \(reason)
                \(ObservedResolution.path)
                \(advice(resolution.dependency.key, resolution.container))
                """,
            call: resolution.call
        )
    }

    /// What to write. A declaration that is a function has no key path.
    private static func advice(_ key: String, _ container: String) -> String {
        guard !key.contains("(") else {
            return """
                Replace it in the closure of the trait, `.container { $0.\(key).override { … } }`; or say that it may be \
                live, with the trait `.allow { $0.\(key) }`.
                """
        }
        let path = path(key, container)
        return """
            Replace it, with the trait `.override(\(path)) { … }` or with `container.\(key).override { … }`; or say that it \
            may be live, with the trait `.allow(\(path))`.
            """
    }

    private static func path(_ key: String, _ container: String) -> String {
        container == "\(Container.self)" ? "\\.\(key)" : "\\\(container).\(key)"
    }

    /// Work on no test's task has resolved something from a container outside.
    static func escaped(_ resolution: ObservedResolution) -> Self {
        Self(
            message: """
                \(resolution.name) was resolved from the container of the process, while this strict test has its own
                \(ObservedResolution.path)
                A detached task, a queue, a thread and whoever calls back do not inherit a test's container. Hand them \
                `\(resolution.container).shared.bind { … }`.
                """,
            call: resolution.call
        )
    }

    /// The same, with the names of the other tests whose work it may be.
    func suspecting(_ others: Set<String>) -> Self {
        guard !others.isEmpty else { return self }
        let names = others.sorted().prefix(10)
        let more = others.count > names.count ? " or another" : ""
        return Self(
            message: """
                \(message)
                If this is not this test's work, it is that of one that ran at the same time: \
                \(names.joined(separator: ", "))\(more). With `--no-parallel` one runs at a time.
                """,
            call: call
        )
    }

    /// The test's own task has resolved something from a container outside.
    static func heldFromOutside(_ resolution: ObservedResolution) -> Self {
        Self(
            message: """
                \(resolution.name) was resolved from the container of the process, while this strict test has its own
                \(ObservedResolution.path)
                What holds a container from outside of the test does not see the test's. Take \
                `\(resolution.container).shared` within the test.
                """,
            call: resolution.call
        )
    }

    /// A closure was given that nobody has asked for.
    ///
    /// - Parameters:
    ///   - override: Where an override was given.
    ///   - context: The context whose closure came before what was registered.
    static func unused(
        _ replacement: ObservedResolution.Replacement,
        of container: String,
        override: CallSite?,
        context: FactoryContextType?
    ) -> Self {
        let (dependency, key) = (replacement.dependency, replacement.dependency.key)
        // What comes before a registration.
        let earlier =
            override.map { "An override at \($0) comes before it. " }
            ?? context.map { "`\($0.modifier)` comes before it, and `container.\(key).override { … }` before both. " }
        let hidden = replacement.isOverride ? nil : earlier
        let allowing = key.contains("(") ? ".allow { $0.\(key) }" : ".allow(\(path(key, container)))"
        return Self(
            message: """
                \(container).\(key)<\(dependency.product)> was \(replacement.isOverride ? "overridden" : "registered") and \
                never \(hidden == nil ? "resolved" : "used") in this strict test
                      declared at \(dependency.location)
                \(hidden ?? "")Leave it out, or say that it need not be used, with the trait `\(allowing)`.
                """,
            call: replacement.call
        )
    }
}

extension Collection<TestReport.Failure> {
    var sortedByLine: [TestReport.Failure] {
        sorted { left, right in
            (left.call?.fileID ?? "", left.call?.line ?? 0) < (right.call?.fileID ?? "", right.call?.line ?? 0)
        }
    }
}

extension ObservedResolution {
    /// As an error names it.
    var name: String { "\(container).\(dependency.key)<\(dependency.product)>" }
}

extension SourceLocation {
    /// The place of a call in a test.
    init(_ call: CallSite, of test: Test) {
        self.init(fileID: call.fileID, line: call.line, column: call.column, of: test)
    }

    /// A place in a test, or in what it calls.
    ///
    /// The core knows no paths. In the test's own file the path is the test's; in another, the file's ID stands for it,
    /// because that does not name the folder.
    init(fileID: String, line: Int, column: Int, of test: Test?) {
        let own = test?.sourceLocation
        self.init(
            fileID: fileID,
            filePath: own?.fileID == fileID ? own?.filePath ?? fileID : fileID,
            line: line,
            column: column
        )
    }
}

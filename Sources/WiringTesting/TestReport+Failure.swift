import Wiring
import WiringInspection

extension TestReport {
    /// An issue to record.
    struct Failure: Hashable {
        let message: String
        /// Where it happened; `nil` for the line of the test.
        let call: CallSite?
    }
}

extension TestReport.Failure {
    /// A live dependency was resolved.
    static func live(
        _ resolution: ObservedResolution,
        _ reason: TestReport.State.LiveReason,
        in subject: TestReport.Subject
    ) -> Self {
        let explanation =
            switch reason {
            case .declared: "it has no override, registration or `onTest`"
            case .context(let type):
                "`\(type.modifier)` chooses its closure, and there is no override"
            case .autoRegistered: "`autoRegister()` registers it, and the test does not replace it"
            case .inherited: "it was registered outside of the test, which does not replace it"
            }
        return Self(
            message: """
                Wiring: this strict test used the real \(resolution.name): \(explanation)
                \(ObservedResolution.path)
                \(advice(for: resolution, in: subject))
                """,
            call: resolution.call
        )
    }

    /// The advice for the test. A declaration that is a function has no key path.
    private static func advice(for resolution: ObservedResolution, in subject: TestReport.Subject) -> String {
        let (key, container) = (resolution.dependency.key, resolution.container)
        let isInTest = subject.test != nil
        var replacing = "`container.\(key).override { … }`"
        var allowing = Self.allowing(key, container, in: subject)
        if !resolution.hasSharedContainer {
            replacing = "\(replacing) in the \(container)"
            allowing = isInTest ? ".allow { _ in \(container)(…).\(key) }" : nil
        } else if isInTest {
            replacing =
                key.contains("(")
                ? "`.container { $0.\(key).override { … } }`"
                : "`.override(\(path(key, container))) { … }` or \(replacing)"
        }
        guard let allowing else { return "Replace it: \(replacing)." }
        return """
            If it is a collaborator, replace it: \(replacing). If it is the code under test, allow it: `\(allowing)`.
            """
    }

    /// The code that allows a dependency to be live and its replacement to be unused.
    ///
    /// - Returns: `nil` if an operation cannot name the dependency: one that takes an argument.
    private static func allowing(_ key: String, _ container: String, in subject: TestReport.Subject) -> String? {
        guard subject.test != nil else {
            let types = container == "\(Container.self)" ? "" : "for: \(container).self, "
            return key.contains("(") ? nil : "withTestContainer(.strict, \(types)allowing: \(path(key, container)))"
        }
        return key.contains("(") ? ".allow { $0.\(key) }" : ".allow(\(path(key, container)))"
    }

    private static func path(_ key: String, _ container: String) -> String {
        container == "\(Container.self)" ? "\\.\(key)" : "\\\(container).\(key)"
    }

    /// An unimplemented dependency was used.
    static func unimplemented(_ use: UnimplementedUse, in subject: TestReport.Subject) -> Self {
        let allowing = use.dependency.flatMap { Self.allowing($0.declaration.key, $0.container, in: subject) }
        let kind = subject.test == nil ? "" : "the trait "
        let advice = allowing.map { "\nIf the test may use its placeholder, write \(kind)`\($0)`." }
        return Self(message: use.message + (advice ?? ""), call: use.call)
    }

    /// A singleton holds an instance that a container keeps.
    ///
    /// - Parameter call: Where the resolution was that completed the path between them.
    static func captive(
        _ captive: CaptiveDependencies.Captive,
        at call: CallSite?,
        in subject: TestReport.Subject
    ) -> Self {
        let allowing = Self.allowing(captive.dependency.key, captive.container, in: subject)
        let advice = allowing.map { "\nIf that is intended, allow it in the test: `\($0)`." }
        return Self(message: "Wiring: in this strict test, \(captive.fault)\(advice ?? "")", call: call)
    }

    /// Code on no test's task has resolved from a container that the test's containers replace.
    static func escaped(_ resolution: ObservedResolution) -> Self {
        Self(
            message: """
                Wiring: \(resolution.name) was resolved from the container of the process, while this strict test has its \
                own
                \(ObservedResolution.path)
                Detached tasks, queues, threads and callbacks do not inherit a test's container. Pass them \
                `\(resolution.container).shared.bind { … }`.
                """,
            call: resolution.call
        )
    }

    /// The same failure, with the names of the other tests that it may belong to.
    func naming(_ others: Set<String>) -> Self {
        guard !others.isEmpty else {
            let remark = "If this test did not resolve it, a test that has no trait of WiringTesting did."
            return Self(message: "\(message)\n\(remark)", call: call)
        }
        let names = others.sorted().prefix(10)
        let more = others.count > names.count ? " or another" : ""
        return Self(
            message: """
                \(message)
                If this test did not resolve it, one that ran at the same time did: \
                \(names.joined(separator: ", "))\(more). With `--no-parallel`, tests run one at a time.
                """,
            call: call
        )
    }

    /// The test's own task has resolved from a container that is not the test's.
    static func resolvedOutside(_ resolution: ObservedResolution, fromContainerOf owner: String) -> Self {
        Self(
            message: """
                Wiring: \(resolution.name) was resolved from the container of \(owner), while this strict test has its \
                own
                \(ObservedResolution.path)
                A container that was obtained outside the test is not the test's own. Use \
                `\(resolution.container).shared` within the test.
                """,
            call: resolution.call
        )
    }

    /// The same failure, of a test that has ended.
    func ofEndedTest(_ name: String) -> Self {
        Self(message: "\(message)\n(of \(name), which has ended)", call: call)
    }

    /// A replacement was never used.
    ///
    /// - Parameters:
    ///   - container: The name of its container's type.
    ///   - subject: The test.
    ///   - override: Where the declaration was overridden, if it was.
    ///   - context: The context whose closure took precedence over the replacement, if there was one.
    static func unused(
        _ replacement: ObservedResolution.Replacement,
        of container: String,
        in subject: TestReport.Subject,
        override: CallSite?,
        context: FactoryContextType?
    ) -> Self {
        let (dependency, key) = (replacement.dependency, replacement.dependency.key)
        let precedence =
            override.map { "An override at \($0) takes precedence over it. " }
            ?? context.map {
                "`\($0.modifier)` takes precedence over it, and `container.\(key).override { … }` over both. "
            }
        let hidden = [.registration, .contribution].contains(replacement.kind) ? precedence : nil
        let allowing = Self.allowing(key, container, in: subject).map { " If it need not be used, write `\($0)`." }
        let removing =
            hidden.map { "\($0)Remove it." } ?? """
                Remove it, or find out where the code under test resolved it: from another container, or before this \
                test began.
                """
        return Self(
            message: """
                Wiring: \(container).\(key)<\(dependency.product)> was \(replacement.kind.participle) and \
                never \(hidden == nil ? "resolved" : "used") in this strict test
                      declared at \(dependency.location)
                \(removing)\(allowing ?? "")
                """,
            call: replacement.call
        )
    }
}

extension ObservedResolution.Replacement.Kind {
    /// The participle of the replacement, such as "overridden".
    fileprivate var participle: String {
        switch self {
        case .override: "overridden"
        case .registration: "registered"
        case .decoration: "modified"
        case .contribution: "contributed"
        }
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
    /// Its name in a message.
    var name: String { "\(container).\(dependency.key)<\(dependency.product)>" }
}

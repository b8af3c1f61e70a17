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
    /// A real dependency was resolved.
    static func live(_ resolution: ObservedResolution, _ reason: String, in subject: TestReport.Subject) -> Self {
        Self(
            message: """
                Wiring: this strict test used the real \(resolution.name): \(reason)
                \(ObservedResolution.path)
                \(advice(for: resolution, in: subject))
                """,
            call: resolution.call
        )
    }

    /// A real dependency was resolved after the operation of a child that had set it; `nil` if it was not. A release build does not know.
    static func afterOperation(_ resolution: ObservedResolution, in subject: TestReport.Subject) -> Self? {
        guard let message = resolution.afterOperation else { return nil }
        let codes =
            [replacing(resolution, in: subject)]
            + (allowing(Advice(resolution), in: subject).map { ["`\($0)`"] } ?? [])
        let advice = "If the test wants the value outside of the child, write \(codes.joined(separator: " or "))."
        return Self(message: "\(message)\n\(advice)", call: resolution.call)
    }

    /// The advice for the test.
    private static func advice(for resolution: ObservedResolution, in subject: TestReport.Subject) -> String {
        let advice = Advice(resolution)
        let replacing = replacing(resolution, in: subject)
        guard let allowing = allowing(advice, in: subject) else { return "Replace it: \(replacing)." }
        let text = """
            If it is a collaborator, replace it: \(replacing). If it is the code under test, allow it: `\(allowing)`.
            """
        #if DEBUG
            return text
        #else
            return text + (onCurrentActor(resolution, in: subject) ?? "")
        #endif
    }

    #if !DEBUG
        /// The advice for a declaration that is isolated to the actor that runs this code. A release build does not know whether it is.
        private static func onCurrentActor(
            _ resolution: ObservedResolution,
            in subject: TestReport.Subject
        ) -> String? {
            guard subject.test != nil, resolution.hasSharedContainer, let isolation = DeclaredIsolation.current else {
                return nil
            }
            let advice = Advice(resolution.dependency, of: resolution.container, isolation: isolation)
            guard advice.isolation != nil else { return nil }
            let codes = (advice.overridingTraits.prefix(1) + [advice.allowingTrait]).map { "`\($0)`" }
            return " If it is isolated to \(isolation.name), write \(codes.joined(separator: " or "))."
        }
    #endif

    /// The code that overrides a dependency.
    private static func replacing(_ resolution: ObservedResolution, in subject: TestReport.Subject) -> String {
        let advice = Advice(resolution)
        guard resolution.hasSharedContainer else { return "`\(advice.overriding)` in the \(resolution.container)" }
        var codes = subject.test == nil ? [] : advice.overridingTraits
        if codes.count < 2, advice.hasKeyPath || codes.isEmpty { codes.append(advice.overriding) }
        return codes.map { "`\($0)`" }.joined(separator: " or ")
    }

    /// The code that allows a dependency to be real and its replacement to be unused.
    ///
    /// - Returns: `nil` if an operation cannot name the dependency.
    private static func allowing(_ advice: Advice, in subject: TestReport.Subject) -> String? {
        subject.test == nil ? advice.allowingOperation : advice.allowingTrait
    }

    /// The test has set something about a dependency, and something else takes precedence over it.
    static func ignored(
        _ modifier: IgnoredModifier,
        of resolution: ObservedResolution,
        in subject: TestReport.Subject
    ) -> Self {
        let overriding = "Override the dependency instead: \(replacing(resolution, in: subject))."
        let (precedence, advice) =
            switch modifier.reason {
            case .declaration:
                (
                    "The declaration sets it, too, and takes precedence",
                    modifier.isForContext ? overriding : "Remove it, or change the declaration."
                )
            case .override(let call):
                ("An override\(call.map { " at \($0)" } ?? "") takes precedence over it", "Remove one of the two.")
            case .context(let context): ("`\(context)` takes precedence over it", overriding)
            case .root: ("A child sets it, and the singleton belongs to the root", "Set it there.")
            }
        return Self(
            message: """
                Wiring: `\(modifier.identity.name)` of \(resolution.name) was set in this strict test and has no effect
                      declared at \(resolution.dependency.location)
                \(precedence). \(advice)
                """,
            call: nil
        )
    }

    /// An unimplemented dependency was used.
    static func unimplemented(_ use: UnimplementedUse, in subject: TestReport.Subject) -> Self {
        let allowing = use.path.last.flatMap { Self.allowing(Advice($0), in: subject) }
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
        let allowing = Self.allowing(Advice(captive.dependency, of: captive.container), in: subject)
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
    ///
    /// - Parameter owner: Whose container it is.
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
    func ofEndedTest(_ name: String) -> Self { Self(message: "\(message)\n(of \(name), which has ended)", call: call) }

    /// A replacement was never used.
    ///
    /// - Parameters:
    ///   - container: The name of its container's type.
    ///   - subject: The test.
    ///   - isStrict: Whether the test is strict.
    ///   - override: Where the declaration was overridden, if it was.
    ///   - context: The context whose closure took precedence over the replacement, if there was one.
    static func unused(
        _ replacement: ObservedResolution.Replacement,
        of container: String,
        in subject: TestReport.Subject,
        isStrict: Bool,
        override: CallSite?,
        context: FactoryContextType?
    ) -> Self {
        let (dependency, advice) = (replacement.dependency, Advice(replacement.dependency, of: container))
        let winner = override.map { "An override at \($0)" } ?? context.map { "`\($0.modifier)`" }
        let precedence = winner.map {
            "\($0) takes precedence over it. Override the dependency instead: `\(advice.overriding)`."
        }
        let hidden = [.registration, .contribution].contains(replacement.kind) ? precedence : nil
        let allowing =
            isStrict ? Self.allowing(advice, in: subject).map { " If it need not be used, write `\($0)`." } : nil
        let kind = replacement.kind.name
        let removing =
            hidden ?? """
                Remove it, or find out where the code under test resolved the dependency: from another container, or before the \
                \(kind) was set.
                """
        return Self(
            message: """
                Wiring: \(container).\(dependency.key)<\(dependency.product)> has \(kind.first == "o" ? "an" : "a") \(kind) \
                that was never used in this \(isStrict ? "strict " : "")test
                      declared at \(dependency.location)
                \(removing)\(allowing ?? "")
                """,
            call: replacement.call
        )
    }
}

extension ObservedResolution.Replacement.Kind {
    /// The replacement in messages.
    fileprivate var name: String {
        switch self {
        case .override: "override"
        case .registration: "registration"
        case .decoration: "modification"
        case .contribution: "contribution"
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
    /// Whether the container's type has a shared container, so that a trait can name its declarations by their key paths.
    fileprivate var hasSharedContainer: Bool { step.containerType is any TaskLocalContainer.Type }
}

extension Advice {
    fileprivate convenience init(_ resolution: ObservedResolution) {
        self.init(resolution.dependency, of: resolution.container, isShared: resolution.hasSharedContainer)
    }
}

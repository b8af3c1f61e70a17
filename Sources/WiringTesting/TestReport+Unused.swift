import Wiring

extension TestReport.State {
    /// A replacement that a container of the test still has and that was never used.
    private struct Unused {
        let replacement: ObservedResolution.Replacement
        let container: any Any.Type
        /// Where the declaration was overridden, if it was.
        let override: CallSite?
    }

    private var unused: [Unused] {
        var numbers: Set<UInt64> = []
        return containers.flatMap { container -> [Unused] in
            let replacements = container.manager.replacementsSinceCopy
            return replacements.compactMap { replacement in
                guard !replacement.isAutomatic, container.initial?.contains(replacement) != true,
                    !allowed.contains(replacement.collection ?? replacement.dependency),
                    let key = ReplacementKey(replacement), !used.contains(key),
                    !optional.contains(replacement.number), numbers.insert(replacement.number).inserted
                else { return nil }
                let override = replacements.first { $0.kind == .override && $0.dependency == replacement.dependency }
                return Unused(replacement: replacement, container: container.type, override: override?.call)
            }
        }
    }

    /// A failure for each replacement that was never used, sorted by line.
    func unusedReplacements(in subject: TestReport.Subject) -> [TestReport.Failure] {
        unused.map { failure($0, in: subject) }.sortedByLine
    }

    /// A failure for each registration that was never used because a closure for a context takes precedence over it, sorted by line.
    func hiddenRegistrations(in subject: TestReport.Subject) -> [TestReport.Failure] {
        guard !contexts.isEmpty else { return [] }
        let hidden = unused.filter {
            $0.replacement.kind == .registration && $0.override == nil && contexts[$0.replacement.dependency] != nil
        }
        return hidden.map { failure($0, in: subject) }.sortedByLine
    }

    private func failure(_ unused: Unused, in subject: TestReport.Subject) -> TestReport.Failure {
        .unused(
            unused.replacement,
            of: sourceName(of: unused.container),
            in: subject,
            isStrict: isStrict,
            override: unused.override,
            context: contexts[unused.replacement.dependency]
        )
    }
}

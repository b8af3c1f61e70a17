extension TestReport.State {
    /// A failure for each replacement that the test's containers still have and that was never used, sorted by line.
    func unusedReplacements(in subject: TestReport.Subject) -> [TestReport.Failure] {
        var numbers: Set<UInt64> = []
        var failures: [TestReport.Failure] = []
        for container in containers {
            let replacements = container.manager.replacementsSinceCopy
            for replacement in replacements
            where !replacement.isAutomatic && container.initial?.contains(replacement) != true
                && !allowed.contains(replacement.collection ?? replacement.dependency)
            {
                guard let key = ReplacementKey(replacement), !used.contains(key),
                    !optional.contains(replacement.number), numbers.insert(replacement.number).inserted
                else { continue }
                let override = replacements.first { $0.kind == .override && $0.dependency == replacement.dependency }
                failures.append(
                    .unused(
                        replacement,
                        of: sourceName(of: container.type),
                        in: subject,
                        override: override?.call,
                        context: contexts[replacement.dependency]
                    )
                )
            }
        }
        return failures.sortedByLine
    }
}

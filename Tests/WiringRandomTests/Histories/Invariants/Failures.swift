extension History {
    /// A failure goes only to resolutions that began before anyone had received it. No scope keeps it, and the construction that
    /// has failed leads to no instance.
    var wrongFailures: [Fault] {
        let failures = Dictionary(grouping: uses.filter(\.hasFailed), by: \.instance)
        return uses.compactMap { use in
            guard let failed = failures[use.instance] else { return nil }
            guard use.hasFailed else {
                return Fault(rule: "an instance of a failed construction", uses: [failed[0], use])
            }
            return failed.first { $0.span.isBefore(use.span) }
                .map { Fault(rule: "a failure from before", uses: [$0, use]) }
        }
    }
}

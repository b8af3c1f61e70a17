extension Row {
    /// All rows, in the order of the report.
    static let all: [Row] =
        unscoped + stored + graphs + wrappers + layered + first + crowded + copies + childContainers + composition
        + effects + [boundSequence] + declared + wired + observed + inspected + requests + twoThreads
        + busyReaders
        + testScopes
}

extension Row {
    /// All rows, in the order of the report.
    static let all: [Row] =
        unscoped + kept + graphs + wrappers + layered + [firstResolution] + crowded + children + twoThreads + testScopes
}

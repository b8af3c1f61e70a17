public import Testing

extension Trait where Self == IssueHandlingTrait {
    /// Omits issues that fail no test from the output: known issues, and the warnings that strict tests get about escapes of
    /// concurrent tests.
    public static var failuresOnly: Self { .compactMapIssues { $0.isFailure ? $0 : nil } }
}

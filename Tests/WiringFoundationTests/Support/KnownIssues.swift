import Testing

/// Expects exactly one issue: with these lines, at a line of the calling file.
func withIssue(
    _ lines: String...,
    at line: Int,
    fileID: String = #fileID,
    sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
) async throws {
    let issues = Collected<Issue>()
    try await withKnownIssue(sourceLocation: sourceLocation) {
        try await body()
    } matching: { issue in
        issues.add(issue)
        return true
    }
    #expect(
        issues.values.map { $0.comments.map(\.rawValue) } == [[lines.joined(separator: "\n")]],
        sourceLocation: sourceLocation
    )
    #expect(issues.values.map { $0.sourceLocation?.line } == [line], sourceLocation: sourceLocation)
    #expect(issues.values.map { $0.sourceLocation?.fileID } == [fileID], sourceLocation: sourceLocation)
}

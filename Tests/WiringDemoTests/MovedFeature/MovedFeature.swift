import Testing

/// Tests of a feature that is moved from swift-dependencies.
///
/// Other tests in the process use its container on purpose, so warnings about them are dropped.
@Suite(.compactMapIssues { $0.isFailure ? $0 : nil }) enum MovedFeature {}

#!/usr/bin/env bash
# An issue handler of a test does not get what the test throws, and one of a suite gets each failed expectation several times.
#
# Version:  Swift 6.3.1 and its Swift Testing
# Guess:    The closure of `.compactMapIssues` is called once for each issue of a test, whether the trait is on the test or on a suite around it,
#           and whether the issue is a failed expectation or a thrown error.
# Behavior: A thrown error becomes an issue outside of the scopes of the test's own traits, so a handler on the test does not get it. A
#           handler on a suite is applied to the suite, and again to each suite and test in it. It gets a failed expectation of a test
#           twice, and that of a test in a nested suite three times. It gets a thrown error one time less.
# Why care: A handler that adds what a task-local container has resolved adds it up to three times, or not at all. Each call sees the bindings
#           of the place where the issue was recorded: for a thrown error not those of the test.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir -p Tests/FindingTests
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(name: "Finding", targets: [.testTarget(name: "FindingTests")])
SWIFT

cat >Tests/FindingTests/FindingTests.swift <<'SWIFT'
import Testing

enum Container {
    @TaskLocal static var name = "the process's"
}

/// Gives each test its own container.
struct Scoped: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Container.$name.withValue("the test's") { try await function() }
    }
}

struct OutOfStock: Error {}

func note(_ issue: Issue) -> Issue? {
    let kind = issue.error == nil ? "a failed expectation" : "a thrown error"
    print("noted: \(Test.current!.name): \(kind), seen under \(Container.name)")
    return issue
}

@Suite(Scoped()) struct OnATest {
    @Test(.compactMapIssues(note)) func expects() { #expect(Bool(false)) }
    @Test(.compactMapIssues(note)) func throwsError() throws { throw OutOfStock() }
}

@Suite(Scoped(), .compactMapIssues(note)) struct OnASuite {
    @Test func expectsInASuite() { #expect(Bool(false)) }
    @Test func throwsInASuite() throws { throw OutOfStock() }

    @Suite struct Nested {
        @Test func expectsInANestedSuite() { #expect(Bool(false)) }
        @Test func throwsInANestedSuite() throws { throw OutOfStock() }
    }
}
SWIFT
status=0
swift test --no-parallel >log 2>&1 || status=$?
found=$(grep -oE "noted: .*" log | sort | uniq -c | sed -E "s/^ +//")$'\n'$(grep -oE "with 6 tests .* failed" log)
found+=$'\n'"status $status"
expected="1 noted: expects(): a failed expectation, seen under the test's
3 noted: expectsInANestedSuite(): a failed expectation, seen under the test's
2 noted: expectsInASuite(): a failed expectation, seen under the test's
2 noted: throwsInANestedSuite(): a thrown error, seen under the process's
1 noted: throwsInASuite(): a thrown error, seen under the process's
with 6 tests in 3 suites failed
status 1"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

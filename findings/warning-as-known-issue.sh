#!/usr/bin/env bash
# A warning satisfies `withKnownIssue`.
#
# Version:  Swift 6.3.1 and its Swift Testing, where `Issue.record(_:severity:)` is new
# Guess:    `withKnownIssue` expects a failure. A warning fails no test, so when the failure is gone and a warning remains, the function records
#           that the known issue did not occur.
# Behavior: The warning counts as the known issue, and is not shown as a warning. The test passes, and nobody learns that the failure is gone.
# Why care: Traits that watch a container, such as strict tests, may report some uses as warnings. Inside `withKnownIssue`, such a warning
#           hides that the bug is fixed, and the warning itself. Use the `matching:` closure to expect an error of the severity `.error`.
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

@Test func warns() {
    withKnownIssue("the price is wrong") {
        #expect(1 + 1 == 2, "The bug that this was written for is gone.")
        Issue.record("a real service was used", severity: .warning)
    }
}

@Test func expectsAnError() {
    withKnownIssue("the price is wrong") {
        Issue.record("a real service was used", severity: .warning)
    } matching: { issue in
        issue.severity == .error
    }
}
SWIFT
status=0
swift test >log 2>&1 || status=$?
found=$(grep -oE "Test [^ ]+ (passed|failed) after|with 1 known issue|recorded a warning|Known issue was not recorded" log | sort | uniq -c | sed -E 's/^ +//')
expected="1 Known issue was not recorded
1 Test expectsAnError() failed after
1 Test warns() passed after
1 recorded a warning
1 with 1 known issue"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

#!/usr/bin/env bash
# A task that begins within `withKnownIssue` turns its later failures into known issues, also in other tests, and the run passes.
#
# Version:  Swift 6.3.1 and its Swift Testing
# Guess:    `withKnownIssue` covers what happens before it returns. After that, a failure fails the test that causes it.
# Behavior: A known issue is a task-local value, which a task copies when it begins. Whatever the task records as long as it lives is then a known
#           issue of the test that began it, and the closure for `matching:` is asked about it long after `withKnownIssue` has returned. The test
#           that causes the failure passes, and so does the run. Alone, the same test fails. A task that has begun earlier does the
#           contrary: what it records during a later `withKnownIssue` is a failure of the earlier test, and the known issue "was not recorded".
# Why care: A service that a container shares begins its task when the first user resolves it. If that happens within `withKnownIssue`, every
#           failure that the service finds afterwards is hidden from all tests of the process, and the order of the tests decides whether it is.
#           Resolve such a service before `withKnownIssue`, or let it return what it finds, and record the issue in the test.
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

/// Writes lines in a task that begins with the first use of the journal, and records an issue for each empty line.
final class Journal: Sendable {
    static let shared = Journal()

    private let lines: AsyncStream<(String, CheckedContinuation<Void, Never>)>.Continuation

    private init() {
        let (lines, continuation) = AsyncStream<(String, CheckedContinuation<Void, Never>)>.makeStream()
        self.lines = continuation
        Task {
            for await (line, written) in lines {
                if line.isEmpty { Issue.record("empty line") }
                written.resume()
            }
        }
    }

    /// Returns when the line has been written.
    func write(_ line: String) async {
        await withCheckedContinuation { _ = lines.yield((line, $0)) }
    }
}

@Suite(.serialized) struct KnownFirst {
    @Test func a1known() async {
        await withKnownIssue {
            await Journal.shared.write("")
        } matching: { _ in
            print("matching, in \(Test.current!.name)")
            return true
        }
    }

    @Test func a2notKnown() async { await Journal.shared.write("") }
}

@Suite(.serialized) struct KnownLast {
    @Test func b1notEmpty() async { await Journal.shared.write("Emma") }

    @Test func b2known() async {
        await withKnownIssue { await Journal.shared.write("") }
    }
}
SWIFT
swift build --build-tests >log 2>&1 || { cat log; exit 1; }

# Runs some of the tests in a process of their own, and prints what they report, without times.
run() {
    local status=0
    swift test --skip-build --no-parallel --filter "$1" >log 2>&1 || status=$?
    echo "--filter $1"
    { grep -E "Test [ab][12].* (started|recorded|passed|failed)|Test run with" log || cat log; } |
        sed -E 's/ after [0-9.]+ seconds//; s/ at FindingTests.swift:[0-9]+:[0-9]+//; s/^[^T]*//; s/\.$//'
    echo "matching, in a1known(): $(grep -c "matching, in a1known()" log || true)"
    echo "status $status"
}
found="$(run KnownFirst)
$(run a2notKnown)
$(run KnownLast)"
expected="--filter KnownFirst
Test a1known() started
Test a1known() recorded a known issue: Issue recorded
Test a1known() passed with 1 known issue
Test a2notKnown() started
Test a1known() recorded a known issue: Issue recorded
Test a2notKnown() passed
Test run with 2 tests in 1 suite passed with 2 known issues
matching, in a1known(): 2
status 0
--filter a2notKnown
Test a2notKnown() started
Test a2notKnown() recorded an issue: Issue recorded
Test a2notKnown() failed with 1 issue
Test run with 1 test in 1 suite failed with 1 issue
matching, in a1known(): 0
status 1
--filter KnownLast
Test b1notEmpty() started
Test b1notEmpty() passed
Test b2known() started
Test b1notEmpty() recorded an issue: Issue recorded
Test b2known() recorded an issue: Known issue was not recorded
Test b2known() failed with 1 issue
Test run with 2 tests in 1 suite failed with 2 issues
matching, in a1known(): 0
status 1"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

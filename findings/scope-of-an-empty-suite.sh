#!/usr/bin/env bash
# The scope of a suite begins although none of its tests runs.
#
# Version:  Swift 6.3.1 and its Swift Testing
# Guess:    `provideScope` of a suite's trait surrounds the tests of the suite. If all of them are disabled, have no arguments, or are excluded
#           by `--skip`, there is nothing to surround, and it is not called.
# Behavior: It is called, for the suite and for each suite around it, and the suite is reported as passed, also in a run "with 0 tests". Only if the
#           suite itself is disabled or excluded, or `--filter` names none of its tests, it is not called. A recursive trait, whose scope
#           begins for each test, is not called either.
# Why care: Tests of a database are often disabled one by one where there is none, or excluded by name from a quick run. A trait on their suite, which
#           connects once and binds a container for all of them, connects nevertheless. Then a run of no test waits for a database, or fails.
#           Put the condition on the suite, or connect when a test first resolves.
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

/// Gives all tests of a suite one database, or each test its own.
struct Database: SuiteTrait, TestTrait, TestScoping {
    var isRecursive = false

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        print("noted: \(test.name) connects")
        try await function()
    }
}

let files: [String] = []

@Suite(Database()) struct DisabledTests {
    @Test(.disabled("no database")) func savesABook() {}
    @Test(.disabled("no database")) func savesAnOrder() {}
}

@Suite(Database()) struct NoArguments {
    @Test(arguments: files) func reads(file: String) {}
}

@Suite(Database()) struct Outer {
    @Suite(.disabled("no database")) struct Inner {
        @Test func savesABook() {}
    }
}

@Suite(Database()) struct Excluded {
    @Test func savesABook() {}
}

@Suite(Database(isRecursive: true)) struct Recursive {
    @Test(.disabled("no database")) func savesABook() {}
}

@Suite(Database(), .disabled("no database")) struct DisabledSuite {
    @Test func savesABook() {}
}
SWIFT
swift build --build-tests >log 2>&1 || { cat log; exit 1; }

# Runs tests, and prints which scopes began and how suites and the run have ended: run OPTIONS
run() {
    local status=0
    swift test --skip-build --no-parallel "$@" >log 2>&1 || status=$?
    echo "$*"
    grep -oE "noted: .*|Suite [^ ]+ (passed|skipped|failed)|Test run with .* (passed|failed)" log | sed "s/^noted: //" | sort | sed "s/^/  /"
    echo "  status $status"
}
found=$(
    for suite in DisabledTests NoArguments Outer Recursive DisabledSuite; do run --filter "$suite"; done
    run --filter Excluded --skip savesABook
    run --filter Excluded --skip Excluded
    run --filter Excluded/savesAnOrder
)
expected="--filter DisabledTests
  DisabledTests connects
  Suite DisabledTests passed
  Test run with 2 tests in 1 suite passed
  status 0
--filter NoArguments
  NoArguments connects
  Suite NoArguments passed
  Test run with 1 test in 1 suite passed
  status 0
--filter Outer
  Outer connects
  Suite Inner skipped
  Suite Outer passed
  Test run with 1 test in 2 suites passed
  status 0
--filter Recursive
  Suite Recursive passed
  Test run with 1 test in 1 suite passed
  status 0
--filter DisabledSuite
  Suite DisabledSuite skipped
  Test run with 1 test in 1 suite passed
  status 0
--filter Excluded --skip savesABook
  Excluded connects
  Suite Excluded passed
  Test run with 0 tests in 1 suite passed
  status 0
--filter Excluded --skip Excluded
  Test run with 0 tests in 0 suites passed
  status 0
--filter Excluded/savesAnOrder
  Test run with 0 tests in 0 suites passed
  status 0"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

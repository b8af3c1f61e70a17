#!/usr/bin/env bash
# The tests of a suite whose scope cancels or throws are neither named nor counted.
#
# Version:  Swift 6.3.1 and its Swift Testing, where `Test.cancel()` is new
# Guess:    If the scope of a suite calls `Test.cancel("no database")` because it cannot make its container, each test of the suite is reported as
#           cancelled, as a suite with `.disabled("no database")` reports each test as skipped. If the scope throws, each test fails.
# Behavior: A line says that the suite was cancelled, and none names its tests. A run of this suite alone passes, "with 0 tests". If the scope
#           throws, it is the same, except that an issue of the suite fails the run.
# Why care: A trait on the outermost suite, which starts what all tests share and gives them its container, can make a thousand tests vanish. Whoever
#           compares the names or the number of tests of two runs cannot tell that from deleted tests. If the trait is recursive, each test
#           has the scope, and is reported as cancelled.
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

/// Gives all tests of a suite one container, or each test its own, if there is a database.
struct Database: SuiteTrait, TestTrait, TestScoping {
    var isRecursive = false
    let connect: @Sendable () throws -> String

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Container.$name.withValue(connect()) { try await function() }
    }
}

struct NoDatabase: Error {}

@Suite(.disabled("no database")) struct Disabled {
    @Test func savesABook() {}
    @Test func savesAnOrder() {}
}

@Suite(Database { try Test.cancel("no database") }) struct Cancelled {
    @Test func savesABook() {}
    @Test func savesAnOrder() {}
}

@Suite(Database(isRecursive: true) { try Test.cancel("no database") }) struct Recursive {
    @Test func savesABook() {}
    @Test func savesAnOrder() {}
}

@Suite(Database { throw NoDatabase() }) struct Failed {
    @Test func savesABook() {}
    @Test func savesAnOrder() {}
}
SWIFT
swift build --build-tests >log 2>&1 || { cat log; exit 1; }
found=
for suite in Disabled Cancelled Recursive Failed; do
    status=0
    swift test --skip-build --filter "$suite" >log 2>&1 || status=$?
    found+=$(grep -oE "(Suite|Test) [^ ]+ (skipped|was cancelled|failed)|Test run with .* (passed|failed)" log | sort | sed "s/^/$suite: /")
    found+=$'\n'"$suite: status $status"$'\n'
done
found=${found%$'\n'}
expected="Disabled: Suite Disabled skipped
Disabled: Test run with 2 tests in 1 suite passed
Disabled: Test savesABook() skipped
Disabled: Test savesAnOrder() skipped
Disabled: status 0
Cancelled: Suite Cancelled was cancelled
Cancelled: Test run with 0 tests in 1 suite passed
Cancelled: status 0
Recursive: Test run with 2 tests in 1 suite passed
Recursive: Test savesABook() was cancelled
Recursive: Test savesAnOrder() was cancelled
Recursive: status 0
Failed: Suite Failed failed
Failed: Test run with 0 tests in 1 suite failed
Failed: status 1"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

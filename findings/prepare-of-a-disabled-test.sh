#!/usr/bin/env bash
# Whether a trait prepares a disabled test depends on whether it is written before `.disabled`; then an error that it throws is lost, too.
#
# Version:  Swift 6.3.1 and its Swift Testing
# Guess:    `prepare(for:)` prepares a test that is going to run. If the test is disabled, it is not called, in whichever order the traits are
#           written, as `provideScope` is not. If it throws, the test fails, and the traits after it are not asked any more.
# Behavior: A condition is a trait whose `prepare(for:)` says that the test is skipped. The traits of a test prepare it one after the other, those
#           of its suites first, until one skips it. So a trait before `.disabled` prepares the test, and one after it does not. A recursive trait
#           of a suite prepares each disabled test in it, and also a suite whose tests are all excluded by `--skip`. An error does not end this:
#           the later traits prepare the test as well, and if one of them skips it, the error is reported nowhere.
# Why care: A trait that starts a container's services in `prepare(for:)` and stops them at the end of its scope starts some that nothing stops:
#           a skipped test has no scope. It needs a database on the machine for which the test is disabled. When `.disabled` moves to the front,
#           this ends. Start services in the scope, and write conditions first.
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

struct NoDatabase: Error {}

/// Says when it prepares a test, and when the test's scope begins.
struct DatabaseTrait: TestTrait, SuiteTrait, TestScoping {
    var isRecursive = false
    var fails = false

    func prepare(for test: Test) async throws {
        print("= \(test.name): prepared\(fails ? ", in vain" : "")")
        if fails { throw NoDatabase() }
    }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        print("= \(test.name): scope")
        try await function()
    }
}

extension Trait where Self == DatabaseTrait {
    static var database: Self { DatabaseTrait() }
    static var databaseForEach: Self { DatabaseTrait(isRecursive: true) }
    static var brokenDatabase: Self { DatabaseTrait(fails: true) }
}

@Test(.database, .disabled("slow")) func traitFirst() {}
@Test(.disabled("slow"), .database) func conditionFirst() {}
@Test(.brokenDatabase, .disabled("slow")) func errorFirst() {}
@Test(.brokenDatabase, .database) func errorOnly() {}

@Suite(.databaseForEach) struct Orders {
    @Test(.disabled("slow")) func disabledInOrders() {}
    @Test func enabledInOrders() {}
}

@Suite(.databaseForEach) struct Books {
    @Test func excluded() {}
}
SWIFT

status=0
swift test --no-parallel --disable-xctest --skip excluded >log 2>&1 || status=$?
[ "$status" = 1 ] || { cat log; exit 1; }
# Suites and tests are prepared in any order, all before the first test.
found=$(grep -E "^= |Test .*(passed|skipped|issue:)" log | sed -E 's/^= //; s/^.*Test /test /; s/ after .*//' | LC_ALL=C sort)
expected="Books: prepared
Orders: prepared
disabledInOrders(): prepared
enabledInOrders(): prepared
enabledInOrders(): scope
errorFirst(): prepared, in vain
errorOnly(): prepared
errorOnly(): prepared, in vain
test conditionFirst() skipped: \"slow\"
test disabledInOrders() skipped: \"slow\"
test enabledInOrders() passed
test errorFirst() skipped: \"slow\"
test errorOnly() recorded an issue: Caught error: NoDatabase()
test traitFirst() skipped: \"slow\"
traitFirst(): prepared"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

#!/usr/bin/env bash
# The condition of a suite is evaluated again for each test in it, so it may be true for some of them and false for others.
#
# Version:  Swift 6.3.1 and its Swift Testing
# Guess:    `@Suite(.enabled(if: isReachable()))` asks once, for the suite. If the answer is no, its tests are skipped, and otherwise they run.
# Behavior: A condition is a recursive trait, so each suite and each test below has it, too. All are evaluated before the first test runs: once
#           for the suite, once for each suite in it, and once for each test, also for one that is disabled by a trait of its own. Each answer is
#           for one test. If the suite's is yes and a later one is no, a single test is skipped. If the suite's is no, all tests are skipped,
#           but they are asked for nevertheless. A test with three arguments is asked for once, and one that `--skip` excludes is not.
# Why care: A condition that connects to a database, or resolves a service to ask it, does so for each of a thousand tests, before any of them, and
#           outside of their scopes. With a server that is just starting, or a limit of connections, some tests of a suite run and others do
#           not. Put the answer in a global constant, and let the condition read that.
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
import Synchronization
import Testing

let evaluations = Mutex<[String: Int]>([:])

/// Says yes for some of the evaluations, of which the first is the suite's.
func isReachable(_ suite: String, for isYes: (_ evaluation: Int) -> Bool = { _ in true }) -> Bool {
    print("noted: \(suite): evaluated")
    return evaluations.withLock {
        $0[suite, default: 0] += 1
        return isYes($0[suite]!)
    }
}

func note(_ suite: String) {
    print("noted: \(suite): a test runs")
}

@Suite(.enabled(if: isReachable("three tests"))) struct ThreeTests {
    @Test func one() { note("three tests") }
    @Test func two() { note("three tests") }
    @Test func three() { note("three tests") }
}

@Suite(.enabled { isReachable("three tests, one of them disabled") }) struct OneOfThreeIsDisabled {
    @Test func one() { note("three tests, one of them disabled") }
    @Test func two() { note("three tests, one of them disabled") }
    @Test(.disabled()) func three() { note("three tests, one of them disabled") }
}

@Suite(.enabled(if: isReachable("a test with three arguments"))) struct ThreeArguments {
    @Test(arguments: 1...3) func one(_: Int) { note("a test with three arguments") }
}

@Suite(.enabled(if: isReachable("a test in a suite in the suite"))) struct Outer {
    @Suite struct Inner {
        @Test func one() { note("a test in a suite in the suite") }
    }
}

@Suite(.enabled(if: isReachable("three tests, no at first") { $0 > 1 })) struct NoAtFirst {
    @Test func one() { note("three tests, no at first") }
    @Test func two() { note("three tests, no at first") }
    @Test func three() { note("three tests, no at first") }
}

@Suite(.enabled(if: isReachable("three tests, no the third time") { $0 != 3 })) struct NoTheThirdTime {
    @Test func one() { note("three tests, no the third time") }
    @Test func two() { note("three tests, no the third time") }
    @Test func three() { note("three tests, no the third time") }
}

@Suite(.enabled(if: isReachable("three tests, two of them excluded"))) struct TwoAreExcluded {
    @Test func one() { note("three tests, two of them excluded") }
    @Test func excludedTwo() { note("three tests, two of them excluded") }
    @Test func excludedThree() { note("three tests, two of them excluded") }
}
SWIFT
swift test --skip excluded >log 2>&1 || { cat log; exit 1; }
found=$(sed -n 's/^noted: //p' log | LC_ALL=C sort | uniq -c | sed 's/^ *\([0-9]*\) \(.*\)/\2: \1/')
expected="a test in a suite in the suite: a test runs: 1
a test in a suite in the suite: evaluated: 3
a test with three arguments: a test runs: 3
a test with three arguments: evaluated: 2
three tests, no at first: evaluated: 4
three tests, no the third time: a test runs: 2
three tests, no the third time: evaluated: 4
three tests, one of them disabled: a test runs: 2
three tests, one of them disabled: evaluated: 4
three tests, two of them excluded: a test runs: 1
three tests, two of them excluded: evaluated: 2
three tests: a test runs: 3
three tests: evaluated: 4"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

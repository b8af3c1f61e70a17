#!/usr/bin/env bash
# A test that throws passes if the scope of a trait catches the error, although one whose `#require` has failed does not.
#
# Version:  Swift 6.3.1 and its Swift Testing
# Guess:    An error that a test throws is an issue of the test, wherever it goes from there, as a failed `#require` is. A trait that cleans up behind
#           `catch`, or starts the test again, cannot undo that. A scope that runs its test twice is reported.
# Behavior: The error becomes an issue only if it leaves the scopes of all traits. A test's scope that catches it, or tries again, makes the test
#           pass, and one that throws another error hides the first. What `#require` records is recorded, and so is a cancellation. The scope of
#           a suite never sees an error of its tests. A scope may also run the test twice, in two instances of the suite, although the
#           documentation asks for one call.
# Why care: A trait that gives a test its container also shuts the container down. `do { try await function() } catch { shutDown() }`, without
#           a `throw`, turns each test with the trait green that throws an error. Those whose `#expect` fails stay red, so all looks well. In a
#           suite's trait that is not recursive, the same line is harmless. Keep the result, shut down, and throw what the result throws.
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

struct ConnectionLost: Error {}
struct ShutdownFailed: Error {}

typealias Body = @Sendable () async throws -> Void

/// A trait whose scope is a closure.
struct Scope: TestTrait, SuiteTrait, TestScoping {
    let scope: @Sendable (Body) async throws -> Void

    init(_ scope: @escaping @Sendable (Body) async throws -> Void) {
        self.scope = scope
    }

    func provideScope(for test: Test, testCase: Test.Case?, performing function: Body) async throws {
        try await scope(function)
    }
}

extension Trait where Self == Scope {
    static var plain: Self { Scope { try await $0() } }
    static var cleansUp: Self { Scope { do { try await $0() } catch {} } }
    static var failsToCleanUp: Self { Scope { do { try await $0() } catch { throw ShutdownFailed() } } }
    static var triesAgain: Self { Scope { do { try await $0() } catch { try await $0() } } }
    static var runsTwice: Self { Scope { try await $0(); try await $0() } }
}

let attempts = Atomic(0)

@Test(.plain) func throwsAnError() throws { throw ConnectionLost() }
@Test(.cleansUp) func throwsBelowCatch() throws { throw ConnectionLost() }
@Test(.cleansUp) func requiresBelowCatch() throws { try #require(Bool(false)) }
@Test(.cleansUp) func cancelsBelowCatch() throws { try Test.cancel("no database") }
@Test(.failsToCleanUp) func throwsBelowThrow() throws { throw ConnectionLost() }

@Test(.triesAgain) func throwsAtFirst() throws {
    if attempts.add(1, ordering: .relaxed).newValue == 1 { throw ConnectionLost() }
}

@Suite(.cleansUp) struct CatchingSuite {
    @Test func throwsWithinSuite() throws { throw ConnectionLost() }
}

@Suite struct Instances {
    init() { print("(new instance)") }
    @Test(.runsTwice) func runsTwice() { print("(body)") }
}
SWIFT

status=0
swift test --no-parallel >log 2>&1 || status=$?
grep -q "Test run with" log || cat log
# Prints the last words about each test, without their times.
results=$(sed -nE 's/^.* (Test [a-zA-Z]+\([a-z:]*\).*) (passed|failed|was cancelled) after [0-9.]+ seconds(.*)$/\1 \2\3/p' log | sort)
found="$results
caught errors: $(grep -oE "Caught error: [A-Za-z]+" log | sort | uniq -c | awk '{ print $1, $NF }' | paste -sd ,)
in runsTwice(): $(grep -c "(new instance)" log) instances, $(grep -c "(body)" log) bodies
status $status"
expected="Test cancelsBelowCatch() was cancelled: \"no database\"
Test requiresBelowCatch() failed with 1 issue.
Test runsTwice() passed.
Test throwsAnError() failed with 1 issue.
Test throwsAtFirst() passed.
Test throwsBelowCatch() passed.
Test throwsBelowThrow() failed with 1 issue.
Test throwsWithinSuite() failed with 1 issue.
caught errors: 2 ConnectionLost,1 ShutdownFailed
in runsTwice(): 2 instances, 2 bodies
status 1"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

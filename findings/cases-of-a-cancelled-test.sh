#!/usr/bin/env bash
# A test with arguments passes if each of its cases is cancelled, and nothing says that they were, or why.
#
# Version:  Swift 6.3.1 and its Swift Testing, where `Test.cancel()` is new
# Guess:    `Test.cancel("no database")` is reported as it is for a test without arguments: for each case, or for the test if all of its cases call
#           it. At least with `-v`, each case has a line that says how it has ended.
# Behavior: A test without arguments "was cancelled", with the reason. A test with arguments "passed", with the number of its cases, whether one or
#           all were cancelled, and the reason is printed nowhere. With `-v`, the line of each cancelled case says that it "passed". The report
#           for XUnit has both tests as passed, and only a disabled one as skipped. Only the stream of events has the cancellations.
# Why care: A trait that gives each case a container of its own, and cancels where a service is missing, does so in the scope of the case. Who adds
#           arguments to such a test turns "was cancelled: no database" into "3 test cases passed", on each machine without a database.
#           A condition, such as `.enabled(if:)`, is reported. If only the case knows, print the reason, or let one test without
#           arguments ask for the service, too.
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

/// Cancels each case, as a trait does that cannot make the container of the case.
struct DatabaseTrait: TestTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try Test.cancel("no database")
    }
}

extension Trait where Self == DatabaseTrait {
    static var database: Self { DatabaseTrait() }
}

@Test(.database) func withoutArguments() {}
@Test(.database, arguments: ["Ada", "Bob", "Eve"]) func withArguments(user: String) {}
@Test(.disabled("no database"), arguments: ["Ada", "Bob", "Eve"]) func disabled(user: String) {}

@Test(arguments: ["Ada", "Bob", "Eve"]) func cancelsOne(user: String) throws {
    if user == "Bob" { try Test.cancel("no Bob") }
}
SWIFT

# Prints the lines about the end of tests and of cases, sorted, without their times.
ends() {
    grep -E "(passed|cancelled) after|skipped: " "$1" | grep -v "Test run" | sed -E 's/ after [0-9.]+ seconds//; s/^[^T]*//; s/\.$//' | sort
}
status=0
swift test --no-parallel --xunit-output report.xml >log 2>&1 || { status=$?; cat log; }
swift test --no-parallel --skip-build -v --event-stream-output-path events >verbose 2>&1 || status=$?
cancelled() { grep '"kind":"testCaseCancelled"' events | grep -c "FindingTests.$1(" || true; }
found="$(ends log)
lines about Bob's reason: $(grep -c "no Bob" log || true)
-v: $(ends verbose | grep "withArguments" | grep -m 1 "Test case")
-v: lines about Bob's reason: $(grep -c "no Bob" verbose || true)
XUnit: $(grep -c "<testcase" report-swift-testing.xml) tests, $(grep -c "<skipped" report-swift-testing.xml) skipped, \
$(grep -c "<failure" report-swift-testing.xml || true) failed
events of cancelled cases: $(cancelled withArguments) with arguments, $(cancelled cancelsOne) with Bob
status $status"
expected="Test cancelsOne(user:) with 3 test cases passed
Test disabled(user:) skipped: \"no database\"
Test withArguments(user:) with 3 test cases passed
Test withoutArguments() was cancelled: \"no database\"
lines about Bob's reason: 0
-v: Test case passing 1 argument user → \"Ada\" (Swift.String) to withArguments(user:) passed
-v: lines about Bob's reason: 0
XUnit: 4 tests, 1 skipped, 0 failed
events of cancelled cases: 3 with arguments, 1 with Bob
status 0"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

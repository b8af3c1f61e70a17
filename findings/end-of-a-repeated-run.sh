#!/usr/bin/env bash
# A repeated test run says that it "passed" if its last repetition did, and exits with an error if any has failed.
#
# Version:  Swift 6.3.1 and its Swift Testing, on Linux, where the test program can be started by itself; `swift test` has no option for this
# Guess:    The last line, the report for XUnit and the exit status agree. With `--repeat-until pass`, a test that fails twice and then passes is
#           a success: that is what it was repeated for. With `--repeat-until fail`, only what fails a run ends the repetitions.
# Behavior: The last line is about the last repetition, and so is each test in the report, which has no failure. The status is about all: a run
#           that was repeated until it passed ends with the status 1 if it had to be repeated at all, so `--repeat-until pass` never
#           makes a red build green. A warning, which fails nothing, ends `--repeat-until fail` as a failure does, and makes `--repeat-until pass`
#           go on. A known issue does neither. A test that is cancelled each time has passed, the first time.
# Why care: Tests of code that shares a container are repeated to find out which of them depend on each other. A script that looks at the status
#           and one that reads the report then decide differently. A trait that reports an unexpected use of the container as a
#           warning ends the search for a failure, with "passed" and the status 0. Look for issues in the log, or in the stream of events.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
[ "$(uname)" = Linux ] || { echo "skipped: this finding is about Linux"; exit 77; }
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

private let runs = Atomic(0)

/// Counts the runs of the only test that a process runs.
private func countRun() -> Int { runs.add(1, ordering: .relaxed).newValue }

@Test func failsTwice() { #expect(countRun() > 2) }
@Test func failsSecond() { #expect(countRun() != 2) }
@Test func warnsTwice() {
    if countRun() <= 2 { Issue.record("slow", severity: .warning) }
}
@Test func warnsSecond() {
    if countRun() == 2 { Issue.record("slow", severity: .warning) }
}
@Test func knownTwice() {
    withKnownIssue(isIntermittent: true) { #expect(countRun() > 2) }
}
@Test func knownSecond() {
    withKnownIssue(isIntermittent: true) { #expect(countRun() != 2) }
}
@Test func cancelled() throws { try Test.cancel("no database") }
SWIFT
swift build --build-tests >log 2>&1 || { cat log; exit 1; }

# Prints how often the test is run, and how the run ends by its last line, its report and its status.
repeat() {
    local status=0 test=$1
    shift
    .build/debug/FindingPackageTests.xctest --testing-library swift-testing --filter "FindingTests.$test\(" --repetitions 4 "$@" \
        --xunit-output report.xml >log 2>&1 || status=$?
    local word
    word=$(sed -n 's/.*Test run with .* \(passed\|failed\) after.*/\1/p' log)
    echo "$test $*: $(grep -c "Test $test() started" log) times, $word, $(grep -c "<failure" report.xml || true) in the report, status $status"
}
found="$(repeat failsTwice --repeat-until pass)
$(repeat warnsTwice --repeat-until pass)
$(repeat knownTwice --repeat-until pass)
$(repeat cancelled --repeat-until pass)
$(repeat failsSecond --repeat-until fail)
$(repeat warnsSecond --repeat-until fail)
$(repeat knownSecond --repeat-until fail)
$(repeat failsSecond)"
expected="failsTwice --repeat-until pass: 3 times, passed, 0 in the report, status 1
warnsTwice --repeat-until pass: 3 times, passed, 0 in the report, status 0
knownTwice --repeat-until pass: 1 times, passed, 0 in the report, status 0
cancelled --repeat-until pass: 1 times, passed, 0 in the report, status 0
failsSecond --repeat-until fail: 2 times, failed, 1 in the report, status 1
warnsSecond --repeat-until fail: 2 times, passed, 0 in the report, status 0
knownSecond --repeat-until fail: 4 times, passed, 0 in the report, status 0
failsSecond : 4 times, passed, 0 in the report, status 1"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

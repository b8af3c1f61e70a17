#!/usr/bin/env bash
# `Test.cancel()` in a detached task cancels that task, and not the test.
#
# Version:  Swift 6.3.1 and its Swift Testing, where `Test.cancel()` is new
# Guess:    The test is cancelled, as it is from a child task. Or nothing is cancelled, because a detached task belongs to no test, and the call
#           throws.
# Behavior: The call throws, and the detached task is cancelled: whatever it does next sees `Task.isCancelled`. The test passes. An issue
#           says that an API was misused, but it belongs to no test. A child task that calls `Test.cancel()` cancels the whole test.
# Why care: Work that loses the task-local values of its test also loses `Test.current`. A helper that skips a test when a service is missing
#           works in child tasks. From a callback or a detached task it lets the test pass, and fails the run without naming the test.
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

@Test func inADetachedTask() async {
    let wasCancelled = await Task.detached { () -> Bool in
        try? Test.cancel("no service")
        return Task.isCancelled
    }.value
    print("noted: the detached task is cancelled: \(wasCancelled); the test is cancelled: \(Task.isCancelled)")
}

@Test func inAChildTask() async {
    await withTaskGroup(of: Void.self) { group in
        group.addTask { try? Test.cancel("no service") }
    }
    print("noted: after a child task has called it, the test is cancelled: \(Task.isCancelled)")
}
SWIFT
status=0
swift test --no-parallel >log 2>&1 || status=$?
found=$(grep -oE "noted: .*|Test [^ ]+ (passed|was cancelled|recorded an issue)|An API was misused" log | sort)
found+=$'\n'"status $status"
expected="An API was misused
Test inAChildTask() was cancelled
Test inADetachedTask() passed
Test «unknown» recorded an issue
noted: after a child task has called it, the test is cancelled: true
noted: the detached task is cancelled: true; the test is cancelled: false
status 1"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

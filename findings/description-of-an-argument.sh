#!/usr/bin/env bash
# The description of a test's argument is made again for each issue, in the middle of the code that records it.
#
# Version:  Swift 6.3.1 and its Swift Testing
# Guess:    Swift Testing makes the description once, when it lists the case, outside of the test, and names the case by it from then on.
# Behavior: It is made before the first test, in no scope, and twice when the case begins, within the scopes of the suite's traits but not of the
#           test's. Then it is made again whenever something records an issue, also a known one: on the recorder's stack, under its task-local
#           values, before `Issue.record` returns. A detached task belongs to no case, so an issue there does not make it.
# Why care: A description that resolves, to format an amount for example, runs in the middle of the construction that records the issue. Then it
#           asks for what is being built, or takes a lock that its caller holds. A program that meant to report one missing dependency
#           stops with a cycle, and only if a test with arguments has failed.
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

struct Bound: SuiteTrait, TestTrait, TestScoping {
    let name: String

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        try await Container.$name.withValue(name) { try await function() }
    }
}

struct Order: CustomStringConvertible, Sendable {
    var description: String {
        print("noted:   the description, in \(Container.name) container")
        return "order"
    }
}

/// Records an issue in the middle of its work.
func build() {
    print("noted: building")
    Container.$name.withValue("the builder's") { _ = Issue.record("a service is missing") }
    print("noted: built")
}

@Suite(Bound(name: "the suite's")) struct FindingTests {
    @Test(Bound(name: "the test's"), arguments: [Order()]) func orders(_ order: Order) async {
        print("noted: the test begins, in \(Container.name) container")
        await withKnownIssue {
            Issue.record("in the test")
            build()
            await Task { build() }.value
        }
        print("noted: a detached task")
        await Task.detached { withKnownIssue { build() } }.value
        print("noted: the test ends")
    }
}
SWIFT
swift build --quiet --build-tests >build.log 2>&1 || { cat build.log; exit 1; }
found=$(swift test --skip-build --disable-xctest 2>&1 | sed -n 's/^noted: //p')
expected="  the description, in the process's container
  the description, in the suite's container
  the description, in the suite's container
the test begins, in the test's container
  the description, in the test's container
building
  the description, in the builder's container
built
building
  the description, in the builder's container
built
a detached task
building
built
the test ends"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

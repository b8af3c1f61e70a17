#!/usr/bin/env bash
# Swift Testing evaluates arguments, conditions and the first description of an argument outside of the scopes that traits provide.
#
# Version:  Swift 6.3.1 and its Swift Testing
# Guess:    A trait that conforms to `TestScoping` surrounds all that belongs to a test: its condition, its arguments, their descriptions, its body.
# Behavior: Conditions and the expressions of arguments run before the scope. The description of an argument is made twice: for the line that says
#           that the test case has started, outside of the scope, and again for each issue, within it. So the same argument has two descriptions
#           in one log.
# Why care: `.enabled { … }`, `arguments:` and `testDescription` that read a task-local container do not see the test's container, even though
#           the suite has a trait that provides one. They see the process's, and build real services in it.
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

cat >Tests/FindingTests/Scoped.swift <<'SWIFT'
import Testing

enum Container {
    @TaskLocal static var name = "the process's"
}

/// Gives each test its own container.
struct Scoped: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Container.$name.withValue("the test's") { try await function() }
    }
}
SWIFT
cat >Tests/FindingTests/FindingTests.swift <<'SWIFT'
import Testing

func note(_ place: String) { print("\(place) sees \(Container.name)") }

struct Argument: CustomTestStringConvertible, Sendable {
    static var all: [Argument] {
        note("noted: the expression of the arguments")
        return [Argument()]
    }

    var testDescription: String { "an argument in \(Container.name)" }
}

@Suite(Scoped()) struct Tests {
    @Test(
        .enabled {
            note("noted: the condition")
            return true
        },
        arguments: Argument.all
    )
    func body(_ argument: Argument) {
        note("noted: the body")
        withKnownIssue { Issue.record("an issue") }
    }
}
SWIFT
swift test >log 2>&1 || { cat log; exit 1; }
found=$(grep -oE "noted: .*|(Test case|recorded a known issue).*(an argument in the [a-z]*'s)" log | sed -E "s/ passing 1 argument.*→/ started:/; s/ with 1 argument.*→/:/" | sort)
expected="Test case started: an argument in the process's
noted: the body sees the test's
noted: the condition sees the process's
noted: the expression of the arguments sees the process's
recorded a known issue: an argument in the test's"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

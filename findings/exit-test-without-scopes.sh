#!/usr/bin/env bash
# The body of an exit test runs without the scopes of its test's traits.
#
# Version:  Swift 6.3.1 and its Swift Testing
# Guess:    `#expect(processExitsWith:)` runs its body in another process as a part of the same test, so the traits of the test and of its suite
#           provide their scopes there, too.
# Behavior: The other process runs the body alone. No `provideScope` is called, and each task-local value has its default.
# Why care: An exit test of code that resolves from a task-local container gets the real services of the process, although the test around it has
#           replaced them. Bind the container again in the body.
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
import Foundation
import Testing

@Suite(Scoped()) struct Tests {
    @Test func exits() async {
        print("noted: the test sees \(Container.name)")
        let result = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) {
            print("the body of the exit test sees \(Container.name)")
            exit(1)
        }
        print("noted:", String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }
}
SWIFT
swift test >log 2>&1 || { cat log; exit 1; }
found=$(grep -oE "noted: .*" log)
expected="noted: the test sees the test's
noted: the body of the exit test sees the process's"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

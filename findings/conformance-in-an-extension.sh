#!/usr/bin/env bash
# Where the main actor is the default, a trait runs its scope there if an extension states the conformance, and elsewhere if the type does.
#
# Version:  Swift 6.3.1 and its Swift Testing
# Guess:    It is a matter of taste whether `struct DatabaseTrait` or an extension in the same file says `: TestTrait, TestScoping`. The type is
#           isolated to the main actor as all others of the target are, or it is not, because these protocols are `Sendable`.
# Behavior: If the type itself names a protocol of another module that inherits from `Sendable`, none of its members is isolated. If an extension
#           does, the type is on the main actor, and so are `prepare(for:)` and `provideScope`: both are asynchronous, so they
#           satisfy the protocol without a word. `Sendable` on the type makes no difference, neither does a protocol of the target itself. It is
#           so for errors and all others: with a requirement that is not asynchronous, the extension does not compile.
# Why care: A trait that opens a database and makes a container does so on the threads of the pool, for several tests at once. Somebody moves the
#           conformance into an extension, as a style guide or a refactoring wants it: from then on all containers are made one after the other on
#           the main actor, and the bodies of the tests, which run there, wait. Write `nonisolated struct` where it must not depend on this.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir -p Tests/FindingTests
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Finding",
    targets: [.testTarget(name: "FindingTests", swiftSettings: [.defaultIsolation(MainActor.self)])]
)
SWIFT
cat >Tests/FindingTests/FindingTests.swift <<'SWIFT'
import Testing

/// Prints where its caller runs, as a line that the script compares.
nonisolated func tell(_ name: String, _ actor: (any Actor)?) {
    print("= \(name): \(actor == nil ? "no actor" : "the main actor")")
}

struct Declared: TestTrait, TestScoping {
    func prepare(for test: Test) async throws { tell("prepare, in the type", #isolation) }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        tell("scope, in the type", #isolation)
        try await function()
    }
}

struct Extended {}

extension Extended: TestTrait, TestScoping {
    func prepare(for test: Test) async throws { tell("prepare, in an extension", #isolation) }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        tell("scope, in an extension", #isolation)
        try await function()
    }
}

struct SendableExtended: Sendable {}

extension SendableExtended: TestTrait, TestScoping {
    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        tell("scope, in an extension of a `Sendable` type", #isolation)
        try await function()
    }
}

struct DeclaredError: Error {
    func explain() async { tell("error, in the type", #isolation) }
}

struct ExtendedError {
    func explain() async { tell("error, in an extension", #isolation) }
}

extension ExtendedError: Error {}

/// A protocol of the target, which is on the main actor itself.
protocol Service: Sendable {
    func start() async
}

struct DeclaredService: Service {
    func start() async { tell("own protocol, in the type", #isolation) }
}

@Test(Declared(), Extended(), SendableExtended()) func places() async {
    tell("body", #isolation)
    await DeclaredError().explain()
    await ExtendedError().explain()
    await DeclaredService().start()
}
SWIFT
swift test >log 2>&1 || { cat log; exit 1; }
found=$(sed -n 's/^= //p' log)

# A requirement that is not asynchronous.
cat >>Tests/FindingTests/FindingTests.swift <<'SWIFT'

struct Recursive: SuiteTrait {
    var isRecursive: Bool { true }
}

struct ExtendedRecursive {
    var isRecursive: Bool { true }
}

extension ExtendedRecursive: SuiteTrait {}
SWIFT
swift build --build-tests >log 2>&1 && { echo "compiles"; exit 1; }
found+="
errors: $(grep -oE "conformance of '[A-Za-z]+' to protocol '[A-Za-z]+' crosses into main actor-isolated code and can cause data races" log | sort -u)"
expected="prepare, in the type: no actor
prepare, in an extension: the main actor
scope, in the type: no actor
scope, in an extension: the main actor
scope, in an extension of a \`Sendable\` type: the main actor
body: the main actor
error, in the type: no actor
error, in an extension: the main actor
own protocol, in the type: the main actor
errors: conformance of 'ExtendedRecursive' to protocol 'SuiteTrait' crosses into main actor-isolated code and can cause data races"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

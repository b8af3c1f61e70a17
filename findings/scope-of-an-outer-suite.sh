#!/usr/bin/env bash
# The scope of an outer suite's trait is within the scope of an inner suite's trait, if only the outer one is recursive.
#
# Version:  Swift 6.3.1 and its Swift Testing
# Guess:    Scopes nest as suites do: that of the outer suite's trait surrounds that of the inner suite's, and the traits of one suite begin in
#           the order in which they are written. So what is nearest to a test wins.
# Behavior: A recursive trait is copied to each test, and its scope begins for each test. A trait that is not recursive provides its scope once, for
#           the suite, and all scopes of suites are around all scopes of tests. So what the outer suite's recursive trait binds wins over what
#           the inner suite's trait binds. The same is so for a recursive trait that is written before another one on the same suite.
# Why care: The outermost suite often gives each test an empty container of its own. An inner suite whose trait connects to a database once and
#           binds a container for all of its tests has no effect: they run with the outer suite's, and nothing is reported. If both traits are
#           recursive, or neither is, the inner suite's wins.
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

cat >Tests/FindingTests/Bound.swift <<'SWIFT'
import Testing

enum Container {
    @TaskLocal static var names: [String] = []
}

/// Binds a container: for each test of a suite if it is recursive, and otherwise for all of them.
struct Bound: SuiteTrait, TestTrait, TestScoping {
    let name: String
    var isRecursive = false

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await Container.$names.withValue(Container.names + [name]) { try await function() }
    }
}

extension Trait where Self == Bound {
    static func forAll(_ name: String) -> Bound { Bound(name: name) }
    static func forEach(_ name: String) -> Bound { Bound(name: name, isRecursive: true) }
}

/// Prints the bindings of a test, the outermost first.
func note() {
    print("noted: \(Test.current!.name): \(Container.names.joined(separator: ", then "))")
}
SWIFT
cat >Tests/FindingTests/FindingTests.swift <<'SWIFT'
import Testing

@Suite(.forEach("outer, for each")) struct Outer1 {
    @Suite(.forAll("inner, for all")) struct Inner {
        @Test func onlyOuterIsRecursive() { note() }
    }
}

@Suite(.forAll("outer, for all")) struct Outer2 {
    @Suite(.forEach("inner, for each")) struct Inner {
        @Test func onlyInnerIsRecursive() { note() }
    }
}

@Suite(.forEach("outer, for each")) struct Outer3 {
    @Suite(.forEach("inner, for each")) struct Inner {
        @Test func bothAreRecursive() { note() }
    }
}

@Suite(.forAll("outer, for all")) struct Outer4 {
    @Suite(.forAll("inner, for all")) struct Inner {
        @Test func neitherIsRecursive() { note() }
    }
}

@Suite(.forEach("first, for each"), .forAll("second, for all")) struct OneSuite {
    @Test func onlyFirstIsRecursive() { note() }
}
SWIFT
swift test >log 2>&1 || { cat log; exit 1; }
found=$(sed -n 's/^noted: //p' log | sort)
expected="bothAreRecursive(): outer, for each, then inner, for each
neitherIsRecursive(): outer, for all, then inner, for all
onlyFirstIsRecursive(): second, for all, then first, for each
onlyInnerIsRecursive(): outer, for all, then inner, for each
onlyOuterIsRecursive(): inner, for all, then outer, for each"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

#!/usr/bin/env bash
# The predicate of an XCTest expectation is never evaluated if an asynchronous test has made it.
#
# Version:  Swift 6.3.1 and its XCTest, on Linux
# Guess:    `await fulfillment(of:)` is `wait(for:)` for asynchronous tests. Both evaluate a predicate until it is true, and a predicate that is
#           true at once ends the wait at once. Its closure sees what is bound around the wait.
# Behavior: A predicate belongs to the run loop of the thread that makes the expectation. Nobody runs that loop in an asynchronous test, so the
#           closure is never called, and the wait times out. In a test on the main actor the closure is called, and sees none of the test's
#           task-local values. With `wait(for:)`, it sees those of whoever waits.
# Why care: A test that becomes asynchronous, to bind a container for its task, fails with a timeout that names the expectation and not the cause. On
#           the main actor it passes, but a predicate that resolves from the container asks the real services of the process.
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
import Foundation
import Synchronization
import XCTest

enum Container {
    @TaskLocal static var name = "the process's"
}

/// What a predicate has seen.
final class Seen: Sendable {
    private let name = Mutex("nothing: it was not evaluated")

    var predicate: NSPredicate {
        NSPredicate { _, _ in
            self.name.withLock { $0 = Container.name }
            return true
        }
    }
    var description: String { name.withLock { $0 } }
}

final class FindingTests: XCTestCase {
    func testInASynchronousTest() {
        let seen = Seen()
        let expectation = XCTNSPredicateExpectation(predicate: seen.predicate, object: nil)
        let result = Container.$name.withValue("the waiter's") { XCTWaiter().wait(for: [expectation], timeout: 2) }
        print("noted: synchronous: the predicate sees \(seen.description), and the wait \(result == .completed ? "ends" : "times out")")
    }

    func testInAnAsynchronousTest() async {
        let seen = Seen()
        let expectation = XCTNSPredicateExpectation(predicate: seen.predicate, object: nil)
        let result = await Container.$name.withValue("the waiter's") {
            await XCTWaiter().fulfillment(of: [expectation], timeout: 2)
        }
        print("noted: asynchronous: the predicate sees \(seen.description), and the wait \(result == .completed ? "ends" : "times out")")
    }

    @MainActor func testOnTheMainActor() async {
        let seen = Seen()
        let expectation = XCTNSPredicateExpectation(predicate: seen.predicate, object: nil)
        let result = await Container.$name.withValue("the waiter's") {
            await XCTWaiter().fulfillment(of: [expectation], timeout: 2)
        }
        print("noted: on the main actor: the predicate sees \(seen.description), and the wait \(result == .completed ? "ends" : "times out")")
    }
}
SWIFT
swift test >log 2>&1 || { cat log; exit 1; }
found=$(grep -oE "noted: .*" log | sort)
expected="noted: asynchronous: the predicate sees nothing: it was not evaluated, and the wait times out
noted: on the main actor: the predicate sees the process's, and the wait ends
noted: synchronous: the predicate sees the waiter's, and the wait ends"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

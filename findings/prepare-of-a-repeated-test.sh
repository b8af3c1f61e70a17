#!/usr/bin/env bash
# A test that is run again is not prepared again: what `prepare(for:)`, conditions and arguments have made serves all repetitions.
#
# Version:  Swift 6.3.1 and its Swift Testing, on Linux, where the test program can be started by itself; `swift test` has no option for this
# Guess:    `--repetitions 3` does three times what one run does. Each time, a test is prepared, its condition is evaluated, its arguments are made,
#           and its scope is provided. So each repetition begins as the first one did.
# Behavior: All tests are prepared once, before the first repetition: their traits' `prepare(for:)`, their conditions and the expressions of their
#           arguments run once for all. What does run each time is the scope of the suite, the scope of each case, and the `init` of the suite. An
#           argument that is an object is the same one in each repetition, with what the earlier ones did to it.
# Why care: A trait that makes a test's container in `prepare(for:)` and binds it in the scope gives all repetitions one container, with the
#           singletons of the first. A test is repeated to learn whether it is flaky. Such a test passes the first time and fails each later time,
#           or the contrary, although it is not flaky at all. Make the container in the scope, and objects in the body of the test.
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

/// Prints a line that the script compares, and returns a value.
func note<Value>(_ line: String, _ value: Value) -> Value {
    print("= \(line)")
    return value
}

/// Keeps the books that are ordered.
final class Cart: CustomTestStringConvertible, Sendable {
    let testDescription: String
    private let books = Mutex<[String]>([])

    init(of user: String) { testDescription = user }

    /// Adds a book, and returns how many there were before.
    func add(_ book: String) -> Int {
        books.withLock {
            $0.append(book)
            return $0.count - 1
        }
    }
}

enum Container {
    @TaskLocal static var cart = Cart(of: "the process")
}

/// Binds a cart, which is made when the test is prepared or when its scope begins.
final class CartTrait: TestTrait, SuiteTrait, TestScoping {
    private let isPrepared: Bool
    private let prepared = Mutex<Cart?>(nil)

    init(isPrepared: Bool) { self.isPrepared = isPrepared }

    func prepare(for test: Test) async throws {
        print("= \(test.name): prepared")
        prepared.withLock { $0 = Cart(of: test.name) }
    }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        print("= \(test.name): scope")
        let cart = isPrepared ? prepared.withLock { $0! } : Cart(of: test.name)
        try await Container.$cart.withValue(cart) { try await function() }
    }
}

@Suite(CartTrait(isPrepared: true), .enabled(if: note("Orders: condition", true)), .serialized) struct Orders {
    init() { print("= Orders: init") }

    @Test(CartTrait(isPrepared: true)) func preparedCart() {
        print("= preparedCart(): \(Container.cart.add("Emma")) books")
    }

    @Test(CartTrait(isPrepared: false), .enabled(if: note("cartOfScope(): condition", true))) func cartOfScope() {
        print("= cartOfScope(): \(Container.cart.add("Emma")) books")
    }

    @Test(arguments: note("arguments(cart:): arguments", [Cart(of: "Ada")])) func arguments(cart: Cart) {
        print("= arguments(cart:): \(cart.add("Emma")) books")
    }
}
SWIFT
swift build --build-tests >log 2>&1 || { cat log; exit 1; }
.build/debug/FindingPackageTests.xctest --testing-library swift-testing --no-parallel --repetitions 3 >log 2>&1 || { cat log; exit 1; }

# What happens before and after the first test starts, and how often. The order of the lines is not determined.
found="before the tests:
$(sed '/Test run started/,$d' log | sed -n 's/^= //p' | LC_ALL=C sort | uniq -c | sed 's/^ *\([0-9]*\) \(.*\)/\2 (\1)/')
then:
$(sed '1,/Test run started/d' log | sed -n 's/^= //p' | LC_ALL=C sort | uniq -c | sed 's/^ *\([0-9]*\) \(.*\)/\2 (\1)/')"
expected="before the tests:
Orders: condition (4)
Orders: prepared (1)
arguments(cart:): arguments (1)
cartOfScope(): condition (1)
cartOfScope(): prepared (1)
preparedCart(): prepared (1)
then:
Orders: init (9)
Orders: scope (3)
arguments(cart:): 0 books (1)
arguments(cart:): 1 books (1)
arguments(cart:): 2 books (1)
cartOfScope(): 0 books (3)
cartOfScope(): scope (3)
preparedCart(): 0 books (1)
preparedCart(): 1 books (1)
preparedCart(): 2 books (1)
preparedCart(): scope (3)"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

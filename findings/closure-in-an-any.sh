#!/usr/bin/env bash
# A `@Sendable` closure in an `Any` is no `() -> Int`.
#
# Version:  Swift 6.3.1
# Guess:    A dynamic cast finds what an assignment allows. A `@Sendable () -> Int` and a `() throws(Failure) -> Int` can be assigned to a variable
#           of the type `() throws -> Int`, so `as?` finds them, too.
# Behavior: A cast may add `throws`. It may not drop `@Sendable`, and it may not turn a typed error into any error. This is so within collections,
#           too, and there is no warning. Only a closure of the main actor is found with and without `@Sendable`: it is always `@Sendable`.
# Why care: A registry that keeps factories as `Any` and casts them when it resolves finds nothing after somebody has made a factory `@Sendable` or
#           given it a typed error, although all the calls still compile.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.swift <<'SWIFT'
struct Failure: Error {}

func check<Target>(_ value: Any, _ name: String, is target: Target.Type) {
    print(name, value is Target ? "is" : "is not", target)
}

let plain: () -> Int = { 1 }
let sendable: @Sendable () -> Int = { 1 }
let typed: () throws(Failure) -> Int = { 1 }
let ofMain: @MainActor () -> Int = { 1 }

// Each of these compiles.
let assigned: [() throws -> Int] = [plain, sendable, typed]
let assignedOfMain: @MainActor @Sendable () -> Int = ofMain

check(plain, "() -> Int", is: (() throws -> Int).self)
check(sendable, "@Sendable () -> Int", is: (@Sendable () throws -> Int).self)
check(sendable, "@Sendable () -> Int", is: (() -> Int).self)
check(typed, "() throws(Failure) -> Int", is: (() throws -> Int).self)
check(["book": sendable], "[String: @Sendable () -> Int]", is: [String: () -> Int].self)
check(ofMain, "@MainActor () -> Int", is: (@MainActor @Sendable () -> Int).self)
SWIFT
found=
for optimization in -Onone -O; do
    swiftc "$optimization" -swift-version 6 main.swift -o program 2>log
    found+="$optimization, $(grep -c "warning:" log || true) warnings"$'\n'"$(./program)"$'\n'
done
found=${found%$'\n'}
expected="-Onone, 0 warnings
() -> Int is () throws -> Int
@Sendable () -> Int is @Sendable () throws -> Int
@Sendable () -> Int is not () -> Int
() throws(Failure) -> Int is not () throws -> Int
[String: @Sendable () -> Int] is not Dictionary<String, () -> Int>
@MainActor () -> Int is @MainActor @Sendable () -> Int
-O, 0 warnings
() -> Int is () throws -> Int
@Sendable () -> Int is @Sendable () throws -> Int
@Sendable () -> Int is not () -> Int
() throws(Failure) -> Int is not () throws -> Int
[String: @Sendable () -> Int] is not Dictionary<String, () -> Int>
@MainActor () -> Int is @MainActor @Sendable () -> Int"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

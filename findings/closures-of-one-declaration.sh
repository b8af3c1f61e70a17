#!/usr/bin/env bash
# Of two static closures that stand behind one `let`, the second is the first.
#
# Version:  Swift 6.3.1
# Guess:    `static let first = { 1 }, second = { 2 }` declares two constants, each with a value of its own, as two `let`s do, and as it does within
#           a function.
# Behavior: If their values have closures of the same type, the second constant gets the closure of the first, without a warning. It is so for
#           static and global constants and for the stored properties of a value, in debug and in release, also if the closure is called at once
#           or passed to a function. Closures of different types, numbers, and constants within a function are right. For global constants it has
#           been known since 2023 (swiftlang/swift, issue 62940).
# Why care: A set of overrides, a trait or a mock is a static constant with a closure. Two of them behind one `static let` are the same one: the test
#           that asks for the second gets what the first sets, and the name that is written says otherwise. Write a `let` for each.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >Constants.swift <<'SWIFT'
let first: @Sendable () -> Int = { 1 }, second: @Sendable () -> Int = { 2 }

enum Joined {
    static let first: @Sendable () -> Int = { 1 }, second: @Sendable () -> Int = { 2 }
}

enum Apart {
    static let first: @Sendable () -> Int = { 1 }
    static let second: @Sendable () -> Int = { 2 }
}

struct Stored {
    let first: @Sendable () -> Int = { 1 }, second: @Sendable () -> Int = { 2 }
}

enum Called {
    static let first = { 1 }(), second = { 2 }()
}

enum Passed {
    static let first = [0].map { _ in 1 }, second = [0].map { _ in 2 }
}

enum AmongNumbers {
    static let first = 1, second = { 2 }(), third = { 3 }()
}

enum OfOtherTypes {
    static let first = { 1 }(), second = { "2" }()
}
SWIFT
cat >main.swift <<'SWIFT'
func printLocal() {
    let first: @Sendable () -> Int = { 1 }, second: @Sendable () -> Int = { 2 }
    print("in a function:", first(), second())
}

print("static:", Joined.first(), Joined.second())
print("static, two lets:", Apart.first(), Apart.second())
print("global:", first(), second())
print("stored in a value:", Stored().first(), Stored().second())
print("called at once:", Called.first, Called.second)
print("passed to a function:", Passed.first[0], Passed.second[0])
print("among numbers:", AmongNumbers.first, AmongNumbers.second, AmongNumbers.third)
print("of different types:", OfOtherTypes.first, OfOtherTypes.second)
printLocal()
SWIFT

found=""
for option in -Onone -O; do
    swiftc $option -swift-version 6 main.swift Constants.swift -o program 2>warnings
    found+="$option, $(grep -c "warning:" warnings || true) warnings"$'\n'"$(./program)"$'\n'
done
lines="static: 1 1
static, two lets: 1 2
global: 1 1
stored in a value: 1 1
called at once: 1 1
passed to a function: 1 1
among numbers: 1 2 2
of different types: 1 2
in a function: 1 2"
expected="-Onone, 0 warnings
$lines
-O, 0 warnings
$lines
"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s" "$found"

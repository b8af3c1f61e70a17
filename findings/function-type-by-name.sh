#!/usr/bin/env bash
# The type of a function that takes an autoclosure has the name of another type.
#
# Version:  Swift 6.3.1
# Guess:    `_typeByName(_mangledTypeName(T.self)!)` is `T`, or `nil` for a type that has no name, such as a private one.
# Behavior: A function that takes an autoclosure is a type of its own. Its mangled name, and what it prints, is that of a function that
#           takes a closure, so that type is found in its place.
# Why care: A registry of dependencies by type, across images or processes, goes by such names. Two parts of a program that ask for a function of
#           this type then have different keys, and nothing in the printed types tells why.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.swift <<'SWIFT'
func check(_ name: String, _ type: any Any.Type) {
    let found = _mangledTypeName(type).flatMap { _typeByName($0) }
    let isSame = found.map { $0 == type ? "the same type" : "another type" } ?? "nothing"
    print("\(name): found \(isSame), printed alike: \(found.map { "\($0)" == "\(type)" } ?? false)")
}

typealias TakesAutoclosure = (@autoclosure () -> Int) -> Void
typealias TakesClosure = (() -> Int) -> Void
check("takes an autoclosure", TakesAutoclosure.self)
check("takes a closure", TakesClosure.self)
print("they are one type:", TakesAutoclosure.self == TakesClosure.self as Any.Type)
SWIFT
found=
for optimization in -Onone -O; do
    swiftc "$optimization" -swift-version 6 main.swift -o program
    found+="${found:+$'\n'}$optimization"$'\n'"$(./program)"
done
expected="-Onone
takes an autoclosure: found another type, printed alike: true
takes a closure: found the same type, printed alike: true
they are one type: false
-O
takes an autoclosure: found another type, printed alike: true
takes a closure: found the same type, printed alike: true
they are one type: false"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

#!/usr/bin/env bash
# A function whose parameters are a pack cannot be called where another function returns it.
#
# Version:  Swift 6.3.1
# Guess:    The compiler knows the pack from the closure that is passed: `keeping { (side: Int) in … }(6)` is a call of an `(Int) -> Int`.
# Behavior: The compiler rejects the arguments: a value pack expansion cannot be passed to a parameter that is no pack. The same call
#           compiles through a constant, after a conversion with `as`, and if generic parameters without a pack take the place of the pack.
# Why care: A function such as `bind`, which returns a closure that runs with a container, takes a pack of arguments. Its result cannot be
#           called at once, as a test of it would: store it first.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >functions.swift <<'SWIFT'
func keeping<each Input, Output>(
    _ body: @escaping (repeat each Input) -> Output
) -> (repeat each Input) -> Output { body }

func keepingTwo<First, Second, Output>(
    _ body: @escaping (First, Second) -> Output
) -> (First, Second) -> Output { body }
SWIFT

# Prints what a program prints, or the message of the compiler: try NAME CODE
try() {
    printf '%s\n' "$2" >main.swift
    if swiftc -swift-version 6 functions.swift main.swift -o program 2>log; then
        printf '%s: %s\n' "$1" "$(./program)"
    else
        printf '%s: %s\n' "$1" "$(grep -m 1 -o 'error: .*' log)"
    fi
}

found=$(
    try 'through a constant' 'let area = keeping { (width: Int, height: Int) in width * height }; print(area(6, 7))'
    try 'after a conversion' 'print((keeping { (width: Int, height: Int) in width * height } as (Int, Int) -> Int)(6, 7))'
    try 'without a pack' 'print(keepingTwo { (width: Int, height: Int) in width * height }(6, 7))'
    try 'at once' 'print(keeping { (side: Int) in side * side }(6))'
)
expected="through a constant: 42
after a conversion: 42
without a pack: 42
at once: error: cannot pass value pack expansion to non-pack parameter of type 'Int'"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

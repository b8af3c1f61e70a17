#!/usr/bin/env bash
# What is written on a task-local value does not apply to its `$` property, apart from the access level.
#
# Version:  Swift 6.3.1
# Guess:    A modifier or an attribute of a `@TaskLocal` property applies to both properties that the macro makes. So where the main actor is the
#           default isolation, `@TaskLocal nonisolated static var` frees the value, as it does for other variables.
# Behavior: The `$` property that holds the value gets the access level only. It stays on the main actor, and the getter that the
#           macro writes for a `nonisolated` property may not read it: the error stands in the expansion. Only `nonisolated` on the enclosing type
#           helps, so a global variable has to move into one. Likewise, `@usableFromInline` does not let inlinable code bind the value, and
#           who binds a deprecated one gets no warning.
# Why care: Who turns on this default, as new targets of Xcode do, can neither read nor bind a logger or a container off the main actor, and
#           the obvious correction turns an error at each use into one in code that nobody wrote.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Compiles code, and prints where the first error or warning is, if any: try NAME CODE
try() {
    printf '%s\n' "$2" >Values.swift
    local output
    output=$(swiftc -typecheck -swift-version 6 -default-isolation MainActor -parse-as-library Values.swift 2>&1) || true
    if [ -z "$output" ]; then
        printf '%s: compiles\n' "$1"
    else
        printf '%s: %s\n' "$1" "${output%%:*}"
        grep -m 1 -oE '(error|warning): [^[]*[^[ ]' <<<"$output"
    fi
}

read="nonisolated func use() -> Int { Values.id }"
bind="nonisolated func use() -> Int { Values.\$id.withValue(1) { 1 } }"
found=$(
    try "in a type" "enum Values { @TaskLocal static var id = 0 }; $read"
    try "nonisolated, in a type" "enum Values { @TaskLocal nonisolated static var id = 0 }; $read"
    try "nonisolated, in a type, without the macro" "enum Values { nonisolated static let id = 0 }; $read"
    try "nonisolated, global" "@TaskLocal nonisolated var id = 0"
    try "in a nonisolated type" "nonisolated enum Values { @TaskLocal static var id = 0 }; $read"
    try "in a nonisolated type, bound" "nonisolated enum Values { @TaskLocal static var id = 0 }; $bind"
    try "usable from inlined code" \
        "nonisolated public enum Values { @TaskLocal @usableFromInline static var id = 0 }; @inlinable public $bind"
    try "deprecated" "nonisolated enum Values { @TaskLocal @available(*, deprecated) static var id = 0 }; $read"
    try "deprecated, bound" "nonisolated enum Values { @TaskLocal @available(*, deprecated) static var id = 0 }; $bind"
)
expected="in a type: Values.swift
error: main actor-isolated static property 'id' can not be referenced from a nonisolated context
nonisolated, in a type: macro expansion @TaskLocal
error: main actor-isolated static property '\$id' can not be referenced from a nonisolated context
nonisolated, in a type, without the macro: compiles
nonisolated, global: macro expansion @TaskLocal
error: main actor-isolated let '\$id' can not be referenced from a nonisolated context
in a nonisolated type: compiles
in a nonisolated type, bound: compiles
usable from inlined code: Values.swift
error: static property '\$id' is internal and cannot be referenced from an '@inlinable' function
deprecated: Values.swift
warning: 'id' is deprecated
deprecated, bound: compiles"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

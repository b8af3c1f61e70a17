#!/usr/bin/env bash
# On Linux, each read of a static value that is made at first use calls the runtime, also long after it has been made.
#
# Version:  Swift 6.3.1, Linux
# Guess:    The optimized code compares a token first, and calls the runtime only until the value exists.
# Behavior: The function that reads the value calls `swift_once` unconditionally. There is no comparison before it. Only a value that the
#           optimizer computes in advance, such as a number, is read directly. A task-local value is never one of these: each read of one
#           calls `swift_once` before it looks the value up.
# Why care: A container is itself in a task-local value, and its hits may read counts of the process. Each such read pays a call of the runtime.
#           A count in a C module does not.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
[ "$(uname)" = Linux ] || { echo "skipped: this finding is about Linux"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >Library.swift <<'SWIFT'
import Synchronization

enum Values {
    static let number = 42
    static let count = Atomic(Int(CommandLine.argc))
    @TaskLocal static var name = "none"
}

@inline(never) func readNumber() -> Int { Values.number }
@inline(never) func readCount() -> Int { Values.count.load(ordering: .relaxed) }
@inline(never) func readName() -> String { Values.name }

public func read() -> String { "\(readNumber()) \(readCount()) \(readName())" }
SWIFT
swiftc -O -wmo -parse-as-library -swift-version 6 -module-name Library -emit-ir Library.swift -o Library.ll

found=""
for function in readNumber readCount readName; do
    body=$(awk -v name="define.*7Library[0-9]+$function" '$0 ~ name { inside = 1 } inside { print } inside && /^}/ { exit }' Library.ll)
    calls=$(grep -c "call.*swift_once" <<<"$body" || true)
    # What stands before the first call.
    comparisons=$(awk '/swift_once/ { exit } { print }' <<<"$body" | grep -cE " icmp | br " || true)
    if ((calls == 0)); then comparisons=0; fi
    found+="$function: $calls calls of swift_once, $comparisons comparisons and branches before"$'\n'
done
expected="readNumber: 0 calls of swift_once, 0 comparisons and branches before
readCount: 1 calls of swift_once, 0 comparisons and branches before
readName: 1 calls of swift_once, 0 comparisons and branches before
"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s" "$found"

#!/usr/bin/env bash
# Each read of a function that a `Mutex` protects wraps the stored function once more.
#
# Version:  Swift 6.3.1
# Guess:    `callback.withLock { $0 }` reads the function and leaves it as it is. The thousandth call is as deep as the first.
# Behavior: A generic type stores a function in another form than code calls it in. `withLock` passes it `inout`, so the compiler converts it
#           before the closure and back after it, also if the closure only reads. Neither conversion knows the other: both wrap. After a
#           thousand reads, a call goes through thousands of thunks, each of them allocated, and none is freed. In the end the stack is
#           too small. An optional function behaves so, too; a structure that has the function does not. The optimizer changes nothing.
# Why care: A hook of a process, such as an observer or a logger, is often a closure behind a lock: a container's, a metrics system's, one
#           that a test installs. A test calls it ten times. A server calls it for each request.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >Program.swift <<'SWIFT'
import Synchronization

func position() -> UInt {
    var local = 0
    return withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
}

struct Observer: Sendable {
    let callback: @Sendable () -> UInt
}

let function = Mutex<@Sendable () -> UInt>({ position() })
let optional = Mutex<(@Sendable () -> UInt)?>({ position() })
let structure = Mutex(Observer { position() })

@inline(never) func callFunction() -> UInt { function.withLock { $0 }() }
@inline(never) func callOptional() -> UInt { optional.withLock { $0 }?() ?? 0 }
@inline(never) func callStructure() -> UInt { structure.withLock { $0 }.callback() }

for (name, call) in [("function", callFunction), ("optional function", callOptional), ("structure", callStructure)] {
    let first = call()
    for _ in 1..<1000 { _ = call() }
    let last = call()
    print("\(name): after 1,000 reads, a call is \(first == last ? "as deep as the first" : "deeper than the first")")
    if first != last { precondition(first - last > 16_000, "less than sixteen bytes a read") }
}
SWIFT

found=""
for option in -Onone -O; do
    swiftc $option -swift-version 6 Program.swift -o program
    found+="$option
$(./program)
"
done
lines="function: after 1,000 reads, a call is deeper than the first
optional function: after 1,000 reads, a call is deeper than the first
structure: after 1,000 reads, a call is as deep as the first"
expected="-Onone
$lines
-O
$lines
"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s" "$found"

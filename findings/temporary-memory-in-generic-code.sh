#!/usr/bin/env bash
# In generic code, memory of the stack from `withUnsafeTemporaryAllocation` makes a `Result` of the generic type at run time.
#
# Version:  Swift 6.3.1, Linux
# Guess:    The function costs an adjustment of the stack pointer, so it is cheaper than memory of the heap, also for a result whose type the
#           code does not know.
# Behavior: The function that returns such a result asks the runtime for the metadata of `Result<Output, Never>`, lets the closure fill one on the
#           stack, stores and reads its tag by calls of the runtime, and moves the value out of it, through a second one. With memory of the heap,
#           the same function needs no metadata but that of the result.
# Why care: `withValue` of a task-local value takes a closure whose result is copyable. Who wraps it for a noncopyable result, as a container does
#           for what an operation returns, needs such memory, and pays a lookup of metadata in each call.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
[ "$(uname)" = Linux ] || { echo "skipped: this finding is about Linux"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >Library.swift <<'SWIFT'
public enum Context { @TaskLocal public static var user = "" }

@inline(never)
public func onStack<Output: ~Copyable>(_ operation: () -> Output) -> Output {
    withUnsafeTemporaryAllocation(of: Output.self, capacity: 1) { memory in
        Context.$user.withValue("Ada") { memory.initializeElement(at: 0, to: operation()) }
        return memory.moveElement(from: 0)
    }
}

@inline(never)
public func onHeap<Output: ~Copyable>(_ operation: () -> Output) -> Output {
    let memory = UnsafeMutablePointer<Output>.allocate(capacity: 1)
    defer { memory.deallocate() }
    Context.$user.withValue("Ada") { memory.initialize(to: operation()) }
    return memory.move()
}
SWIFT
swiftc -O -wmo -parse-as-library -swift-version 6 -module-name Library -emit-ir Library.swift -o Library.ll

found=""
for function in onStack onHeap; do
    body=$(awk -v name="define.*7Library[0-9]+$function" '$0 ~ name { inside = 1 } inside { print } inside && /^}/ { exit }' Library.ll)
    count() { grep -c "$1" <<<"$body" || true; }
    # The name of the function that returns the metadata of a `Result`.
    types=$(count 'call.*@"\$ss6ResultOMa"')
    tags=$(count 'call.*@swift_storeEnumTagMultiPayload\|call.*@swift_getEnumCaseMultiPayload')
    moves=$(count 'call ptr %InitializeWithTake')
    found+="$function: $types lookups of Result, $tags calls for its tag, $moves moves"$'\n'
done
expected="onStack: 1 lookups of Result, 3 calls for its tag, 2 moves
onHeap: 0 lookups of Result, 0 calls for its tag, 0 moves
"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s" "$found"

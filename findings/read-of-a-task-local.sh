#!/usr/bin/env bash
# The read of a task-local value takes longer the more often another value has been bound around it.
#
# Version:  Swift 6.3.1
# Guess:    A read is a lookup by key. Its cost depends on how many different values there are, or on nothing.
# Behavior: The bindings of a task are a list, the innermost first, and a read goes through it. Each `withValue` adds an element, also for a value
#           that is bound already. A read of a value that was bound outside, or not at all, passes all of them: here, below a
#           thousand bindings of another value, it takes well over ten times as long. A new `Task` copies each value once, so its reads are short
#           again. A child task of a group does not copy: it goes through the list of its parent.
# Why care: A recursive function or a chain of middleware that binds a logger or a span at each step slows every read of the container below it.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.swift <<'SWIFT'
enum Values {
    @TaskLocal static var container = 0
    @TaskLocal static var span = 0
}

@inline(never) func nest(_ depth: Int, _ body: () -> Void) {
    if depth == 0 { body() } else { Values.$span.withValue(depth) { nest(depth - 1, body) } }
}

/// The shortest time of several runs of 10,000 reads.
@inline(never) func readTime() -> Duration {
    var sum = 0
    let times = (0..<7).map { _ in
        ContinuousClock().measure { for _ in 0..<10_000 { sum &+= Values.container } }
    }
    precondition(sum == 0)
    return times.min()!
}

func relation(_ time: Duration, to other: Duration) -> String {
    time > other * 10 ? "over ten times as long" : "less than ten times as long"
}

let alone = readTime()
nest(1_000) { print("below 1,000 bindings:", relation(readTime(), to: alone)) }

var task: Task<Duration, Never>?
nest(1_000) { task = Task { readTime() } }
print("in a new task, begun there:", relation(await task!.value, to: alone))

func nestInGroup(_ depth: Int) async -> Duration {
    if depth > 0 { return await Values.$span.withValue(depth) { await nestInGroup(depth - 1) } }
    return await withTaskGroup(of: Duration.self) { group in
        group.addTask { readTime() }
        return await group.next()!
    }
}
print("in a child task, begun there:", relation(await nestInGroup(1_000), to: alone))
SWIFT
swiftc -O -swift-version 6 main.swift -o program
found=$(./program)
expected="below 1,000 bindings: over ten times as long
in a new task, begun there: less than ten times as long
in a child task, begun there: over ten times as long"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

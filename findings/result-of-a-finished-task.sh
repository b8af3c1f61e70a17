#!/usr/bin/env bash
# `await task.result` of a finished task lets others onto the actor, and `await task.value` does not.
#
# Version:  Swift 6.3.1
# Guess:    An `await` gives up the actor if there is something to wait for. `result` is `value` in another form. Functions that take an isolation,
#           such as `next(isolation:)` and `withTaskGroup`, stay on the actor of their caller.
# Behavior: If the task has finished, `value` keeps the actor, also if the task can throw, and so does a continuation that is resumed at once.
#           `result` leaves the actor, and comes back behind all who wait for it. So does each element of an `AsyncStream` that is there already,
#           also with `next(isolation:)`, the `nil` at the end of a stream, and the end of a task group without children. Debug and release agree.
# Why care: A container makes an asynchronous singleton in a task, and each user awaits that task. An actor that checks its state, awaits the
#           singleton and acts on the check is right with `value` once the singleton is there, and wrong with `result` each time. An actor that
#           handles ten waiting events of a stream lets others in before each. Check again after each `await`.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.swift <<'SWIFT'
actor Store {
    var othersRan = false

    func runOthers() { othersRan = true }

    /// Prints whether a job that waits for the actor runs before the operation is done.
    func tell(_ name: String, _ operation: (isolated Store) async throws -> Void) async rethrows {
        othersRan = false
        let other = Task { runOthers() }
        try await operation(self)
        print("\(name): \(othersRan ? "others run" : "keeps the actor")")
        await other.value
    }

    func run() async throws {
        let task = Task.detached { "service" }
        let throwing = Task<String, any Error>.detached { "service" }
        _ = try await (task.value, throwing.value)

        await tell("value of a finished task") { _ in _ = await task.value }
        await tell("result of a finished task") { _ in _ = await task.result }
        try await tell("value of a finished task that can throw") { _ in _ = try await throwing.value }
        await tell("result of a finished task that can throw") { _ in _ = await throwing.result }
        await tell("continuation that is resumed at once") { _ in await withCheckedContinuation { $0.resume() } }

        let (events, continuation) = AsyncStream<Int>.makeStream()
        for event in 1...2 { continuation.yield(event) }
        continuation.finish()
        await tell("first event of a stream") { _ in
            for await _ in events { break }
        }
        await tell("second event, with the actor's isolation") { store in
            var iterator = events.makeAsyncIterator()
            _ = await iterator.next(isolation: store)
        }
        await tell("end of the stream") { _ in
            for await _ in events {}
        }
        await tell("group without children") { store in
            await withTaskGroup(of: Void.self) { _ in precondition(!store.othersRan) }
        }
    }
}

try await Store().run()
SWIFT

found=""
for option in -Onone -O; do
    swiftc $option -swift-version 6 main.swift -o program
    found+="$option"$'\n'"$(./program)"$'\n'
done
lines="value of a finished task: keeps the actor
result of a finished task: others run
value of a finished task that can throw: keeps the actor
result of a finished task that can throw: others run
continuation that is resumed at once: keeps the actor
first event of a stream: others run
second event, with the actor's isolation: others run
end of the stream: others run
group without children: others run"
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

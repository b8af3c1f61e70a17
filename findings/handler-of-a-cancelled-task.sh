#!/usr/bin/env bash
# A cancellation handler sees what is bound where the task is cancelled, and nothing at all if a sibling in a discarding group fails.
#
# Version:  Swift 6.3.1
# Guess:    `onCancel` belongs to the operation beside it: both are closures of one call, in one task. So both see the same values, whoever cancels
#           the task. At least it does not matter by which kind of group a task is cancelled. `onPriorityEscalated` is the same.
# Behavior: The handler runs at once, within the call that cancels, and sees the values that are bound there. Only if the task is already
#           cancelled does it see its own. If a child of a throwing group fails, the parent cancels the others when it leaves the group, so their
#           handlers see the parent's values. In a discarding group, the failed child cancels them as it ends, when its own values are gone:
#           the handlers see the process's values and no task. A handler of an escalation sees the values of whoever awaits the task.
# Why care: A handler that resolves a logger or a connection from a task-local container uses the container of whoever cancels: another
#           request's, or the process's, which is live in a test, too. A refactoring from one group to the other changes which. A request that awaits
#           a shared singleton's task runs that task's escalation handler with its own container. Resolve before, and capture the result.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.swift <<'SWIFT'
enum Request {
    @TaskLocal static var user = "the process"
}

struct Failure: Error {}

/// An event that one task waits for.
struct Event: Sendable {
    private let end = AsyncStream<Void>.makeStream()

    func happen() { end.continuation.finish() }
    func wait() async { for await _ in end.stream {} }
}

/// Ada's work, which ends when it is cancelled. The handler prints what it sees.
@Sendable func work(_ name: String, begun: Event = Event()) async {
    await Request.$user.withValue("Ada") {
        let end = Event()
        await withTaskCancellationHandler {
            begun.happen()
            await end.wait()
        } onCancel: {
            let task = withUnsafeCurrentTask { $0 == nil ? "no task" : "a task" }
            print("\(name): \(Request.user), \(task)")
            end.happen()
        }
    }
}

func cancelTasks() async {
    let begun = Event()
    let task = Task { await work("cancel()", begun: begun) }
    await begun.wait()
    Request.$user.withValue("Bob") { task.cancel() }
    await task.value

    let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await work("cancelled before")
    }
    await cancelled.value
}

/// Bob's child fails while Ada's child works.
func failInGroups() async {
    await Request.$user.withValue("the parent") {
        try? await withThrowingTaskGroup { group in
            let begun = Event()
            group.addTask { await work("throwing group", begun: begun) }
            Request.$user.withValue("Bob") {
                group.addTask { try await fail(after: begun) }
            }
            for try await _ in group {}
        }
        try? await withThrowingDiscardingTaskGroup { group in
            let begun = Event()
            group.addTask { await work("discarding group", begun: begun) }
            Request.$user.withValue("Bob") {
                group.addTask { try await fail(after: begun) }
            }
        }
    }
}

@Sendable func fail(after event: Event) async throws {
    await event.wait()
    throw Failure()
}

func escalate() async {
    let begun = Event()
    let task = Task(priority: .background) {
        await Request.$user.withValue("Ada") {
            let end = Event()
            await withTaskPriorityEscalationHandler {
                begun.happen()
                await end.wait()
            } onPriorityEscalated: { _, _ in
                print("awaited with a higher priority: \(Request.user)")
                end.happen()
            }
        }
    }
    await begun.wait()
    await Task(priority: .high) {
        await Request.$user.withValue("Bob") { await task.value }
    }.value
}

await cancelTasks()
await failInGroups()
await Task.detached(priority: .background) { await escalate() }.value
SWIFT

found=""
for option in -Onone -O; do
    swiftc $option -swift-version 6 main.swift -o program
    found+="$option"$'\n'"$(timeout 60 ./program)"$'\n'
done
lines="cancel(): Bob, a task
cancelled before: Ada, a task
throwing group: the parent, a task
discarding group: the process, no task
awaited with a higher priority: Bob"
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

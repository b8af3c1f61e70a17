#!/usr/bin/env bash
# What an executor's `enqueue` reads from a task-local value depends on why the task is enqueued, and is seldom the task's own value.
#
# Version:  Swift 6.3.1
# Guess:    `enqueue(_:)` gets one job of one task. It sees the values of that task; or, as the task does not run at that moment, those of the
#           process.
# Behavior: It runs under the bindings of whoever makes the task ready. For a new task, that is its creator. After a continuation, it is the thread
#           that resumes it. When a task comes back from an actor, nobody's bindings are in force, and `enqueue` sees the process's value.
# Why care: An executor that logs, counts or chooses a queue by a container in a task-local value does so for three different containers during
#           one task. Use what the executor was made with.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.swift <<'SWIFT'
import Dispatch
import Synchronization

enum Container {
    @TaskLocal static var name = "the process's"
}

/// Runs all tasks on one queue, and keeps what `enqueue` has seen.
final class Executor: TaskExecutor {
    let queue = DispatchQueue(label: "executor")
    let seen = Mutex<[String]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        seen.withLock { $0.append(Container.name) }
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    func printSeen(_ event: String) {
        let names = seen.withLock { names in
            defer { names = [] }
            return names
        }
        print("\(event): enqueue sees \(Set(names).sorted().joined(separator: " and "))")
    }
}

actor Store {
    func save() {}
}

let executor = Executor()
let store = Store()
let task = Container.$name.withValue("the creator's") {
    Task(executorPreference: executor) {
        await Container.$name.withValue("the task's") {
            executor.printSeen("a new task")

            await store.save()
            executor.printSeen("back from an actor")

            // The continuation is kept, and resumed only when the executor's queue, and so this task, has nothing left to run.
            await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
                executor.queue.async {
                    Container.$name.withValue("the resumer's") { continuation.resume() }
                }
            }
            executor.printSeen("after a continuation")
            print("the task itself sees", Container.name)
        }
    }
}
await task.value
SWIFT
swiftc -swift-version 6 main.swift -o program
found=$(./program)
expected="a new task: enqueue sees the creator's
back from an actor: enqueue sees the process's
after a continuation: enqueue sees the resumer's
the task itself sees the task's"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

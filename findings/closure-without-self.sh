#!/usr/bin/env bash
# The closure of `withValue` leaves an actor unless it mentions the actor, and `[self]` in its capture list is no mention.
#
# Version:  Swift 6.3.1
# Guess:    A closure in a method of an actor runs on the actor, as one in a function of the main actor does. `withValue` and `withTaskGroup` take the
#           isolation of their caller as an argument in order to stay there, and `#isolation` within the closure is the actor.
# Behavior: A closure belongs to the actor only if its body uses `self`, in words or through a member: it must capture the actor. Other closures
#           belong to none. `#isolation`, also as a default argument, is `nil` in them, and in an argument that is an `@autoclosure`, too. The
#           asynchronous closure of `withValue`, `withTaskGroup`, `withTaskCancellationHandler` and `Task` leaves the actor, and comes back at its
#           end. A nested function belongs to the actor without a mention. So does each closure in a function of the main actor.
# Why care: `await $container.withValue(test) { await load() }` lets others onto the actor, and `load` gets no isolation to run under, although the
#           call without the binding stays. A line such as `count += 1` in the closure changes both. On the main actor, where most of it is tried
#           first, all is well. To stay, write `_ = self` in the closure, or pass a nested function.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >finding.swift <<'SWIFT'
import Dispatch

let key = DispatchSpecificKey<Bool>()

enum Request {
    @TaskLocal static var user = "nobody"
}

/// Says whether the caller's isolation is that of an actor.
func isolation(_ actor: isolated (any Actor)? = #isolation) -> String {
    actor == nil ? "none" : "actor"
}

/// Says whose isolation the caller passes, and whether this runs on a queue of an actor.
func load(_ actor: isolated (any Actor)? = #isolation) async -> String {
    "\(isolation(actor)), \(DispatchQueue.getSpecific(key: key) == true ? "stays" : "leaves")"
}

func automatic(_ text: @autoclosure () -> String) -> String { text() }

final class Executor: SerialExecutor {
    let queue = DispatchQueue(label: "shop")

    init() { queue.setSpecific(key: key, value: true) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

actor Shop {
    let executor = Executor()
    var count = 0
    let name = "books"

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func open() async {
        print("no closure: \(isolation()); \(await load())")
        print("map: \(["book"].map { _ in isolation() }[0])")
        print("map, with self: \(["book"].map { _ in "\(count) \(isolation())" }[0])")
        print("autoclosure: \(automatic(isolation()))")
        print("autoclosure, with self: \(automatic("\(count) \(isolation())"))")

        let user = Request.$user
        print("withValue: \(await user.withValue("Ada") { await load() })")
        print("withValue, with self: \(await user.withValue("Ada") { _ = self; return await load() })")
        print("withValue, with a variable: \(await user.withValue("Ada") { count += 1; return await load() })")
        print("withValue, with a constant: \(await user.withValue("Ada") { "\(name): \(await load())" })")
        print("withValue, with [self]: \(await user.withValue("Ada") { [self] in await load() })")
        print("withValue, with a copy: \(await user.withValue("Ada") { [shop = self] in _ = shop; return await load() })")
        func nested() async -> String { await load() }
        print("withValue, nested function: \(await user.withValue("Ada", operation: nested))")

        print("group: \(await withTaskGroup(of: Void.self) { _ in await load() })")
        print("group, with self: \(await withTaskGroup(of: Void.self) { _ in _ = self; return await load() })")
        print("handler: \(await withTaskCancellationHandler { await load() } onCancel: {})")
        print("task: \(await Task { await load() }.value)")
        print("task, with self: \(await Task { () async -> String in _ = self; return await load() }.value)")
    }
}

@MainActor func openOnMainActor() async {
    print("main actor, map: \(["book"].map { _ in isolation() }[0])")
    print("main actor, autoclosure: \(automatic(isolation()))")
    print("main actor, withValue: \(await Request.$user.withValue("Ada") { await load() })")
    print("main actor, group: \(await withTaskGroup(of: Void.self) { _ in await load() })")
    print("main actor, task: \(await Task { await load() }.value)")
}

@main struct Program {
    @MainActor static func main() async {
        DispatchQueue.main.setSpecific(key: key, value: true)
        await Shop().open()
        await openOnMainActor()
    }
}
SWIFT
expected="no closure: actor; actor, stays
map: none
map, with self: 0 actor
autoclosure: none
autoclosure, with self: 0 actor
withValue: none, leaves
withValue, with self: actor, stays
withValue, with a variable: actor, stays
withValue, with a constant: books: actor, stays
withValue, with [self]: none, leaves
withValue, with a copy: none, leaves
withValue, nested function: actor, stays
group: none, leaves
group, with self: actor, stays
handler: none, leaves
task: none, leaves
task, with self: actor, stays
main actor, map: actor
main actor, autoclosure: actor
main actor, withValue: actor, stays
main actor, group: actor, stays
main actor, task: actor, stays
in release, with the feature: the same"
run() {
    swiftc -swift-version 6 "$@" -parse-as-library finding.swift -o finding >log 2>&1 || { cat log; return; }
    timeout 60 ./finding
}
found=$(run -Onone)
if [ "$found" = "$(run -O -enable-upcoming-feature NonisolatedNonsendingByDefault)" ]; then
    found+=$'\n'"in release, with the feature: the same"
fi
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

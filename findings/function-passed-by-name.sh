#!/usr/bin/env bash
# A synchronous function that is passed by name runs on the main actor, where a closure that calls it runs elsewhere.
#
# Version:  Swift 6.3.1
# Guess:    `Factory(make: report)` is short for `Factory(make: { report() })`. The type decides where it runs: an `@concurrent () async -> String`,
#           as each `() async -> String` is without the feature `NonisolatedNonsendingByDefault`, leaves the actor that calls it. So does a function
#           that is `@concurrent` itself, whatever it calls.
# Behavior: A function that is synchronous or `nonisolated(nonsending)` is wrapped when it becomes an `@concurrent` one, and the wrapper does not
#           leave the actor: it runs there until it suspends. A `@concurrent` function does not leave it, either, if it does nothing before it
#           calls a function that was passed to it; after a statement, it does. A closure and an `@concurrent` function leave the actor in any case.
#           It is so with and without the feature, in debug and in release.
# Why care: A container whose factories are asynchronous takes slow work off the main actor. Somebody simplifies `{ report() }` to `report`, and the
#           screen stands still for as long as the report takes. Nothing warns, and a test that looks at the result passes. A line of logging in
#           the container changes it again. Pass a closure, or mark the function `@concurrent`.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >finding.swift <<'SWIFT'
import Dispatch

let key = DispatchSpecificKey<Bool>()

/// Says whether the current code runs on the queue of the main actor.
func place() -> String {
    DispatchQueue.getSpecific(key: key) == true ? "main actor" : "elsewhere"
}

func report() -> String { place() }
nonisolated(nonsending) func nonsendingReport() async -> String { place() }
@concurrent func concurrentReport() async -> String { place() }

nonisolated(nonsending) func suspendingReport() async -> String {
    let first = place()
    await Task.yield()
    return "\(first), then \(place())"
}

struct Factory: Sendable {
    let name: String
    let make: @concurrent @Sendable () async -> String
}

@concurrent func run(_ work: @concurrent @Sendable () async -> String) async -> String {
    await work()
}

@concurrent func prepareAndRun(_ work: @concurrent @Sendable () async -> String) async -> String {
    precondition(place() == "elsewhere")
    return await work()
}

@concurrent func runNonsending(_ work: nonisolated(nonsending) @Sendable () async -> String) async -> String {
    await work()
}

/// Makes the factories where no actor is, so that none of the closures belongs to one.
func factories() -> [Factory] {
    [
        Factory(name: "{ report() }", make: { report() }),
        Factory(name: "report", make: report),
        Factory(name: "{ await nonsendingReport() }", make: { await nonsendingReport() }),
        Factory(name: "nonsendingReport", make: nonsendingReport),
        Factory(name: "suspendingReport", make: suspendingReport),
        Factory(name: "concurrentReport", make: concurrentReport),
    ]
}

@main struct Program {
    @MainActor static func main() async {
        DispatchQueue.main.setSpecific(key: key, value: true)
        await Task.yield()
        for factory in factories() {
            print("\(factory.name): \(await factory.make())")
            print("  run: \(await run(factory.make))")
            print("  prepareAndRun: \(await prepareAndRun(factory.make))")
            print("  task: \(await Task.detached(operation: factory.make).value)")
        }
        print("runNonsending(report): \(await runNonsending(report))")
        print("report(), directly: \(report())")
    }
}
SWIFT
expected="{ report() }: elsewhere
  run: elsewhere
  prepareAndRun: elsewhere
  task: elsewhere
report: main actor
  run: main actor
  prepareAndRun: elsewhere
  task: elsewhere
{ await nonsendingReport() }: elsewhere
  run: elsewhere
  prepareAndRun: elsewhere
  task: elsewhere
nonsendingReport: main actor
  run: main actor
  prepareAndRun: elsewhere
  task: elsewhere
suspendingReport: main actor, then elsewhere
  run: main actor, then elsewhere
  prepareAndRun: elsewhere, then elsewhere
  task: elsewhere, then elsewhere
concurrentReport: elsewhere
  run: elsewhere
  prepareAndRun: elsewhere
  task: elsewhere
runNonsending(report): main actor
report(), directly: main actor
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

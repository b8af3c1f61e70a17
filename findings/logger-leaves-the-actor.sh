#!/usr/bin/env bash
# The operation of swift-log's `withLogger` leaves the caller's actor at its first suspension, and the caller does not.
#
# Version:  Swift 6.3.1, swift-log 1.16.2
# Guess:    `withLogger` and its operation are both `nonisolated(nonsending)`, so the operation stays on the caller's actor from its
#           beginning to its end.
# Behavior: In a `nonisolated(nonsending)` function that the main actor calls, the operation begins on the main actor. After its first
#           suspension it runs elsewhere. When `withLogger` has returned, the function is on the main actor again. A closure that is itself isolated
#           to the main actor stays there.
# Why care: Every function that binds a task-local value around an asynchronous operation has this trap: `TaskLocal.withValue` resumes the
#           operation on no actor, unless the closure that it gets captures the isolation. Code that resolves a dependency of the main actor
#           after an `await` in such an operation resolves it on another thread.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir -p Sources/Finding
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Finding",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2")],
    targets: [.executableTarget(name: "Finding", dependencies: [.product(name: "Logging", package: "swift-log")])]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import Dispatch
import Logging

let key = DispatchSpecificKey<Bool>()

func note(_ place: String) {
    let isOnMain = DispatchQueue.getSpecific(key: key) == true
    print(place, isOnMain ? "on the main actor" : "elsewhere")
}

nonisolated(nonsending) func work() async {
    note("the function begins")
    await withLogger(mergingMetadata: ["request": "1"]) { _ in
        note("the operation begins")
        await Task.yield()
        note("the operation, after a suspension:")
    }
    note("the function goes on")
}

@main @MainActor struct Program {
    static func main() async {
        DispatchQueue.main.setSpecific(key: key, value: true)
        await work()
        await withLogger(mergingMetadata: ["request": "2"]) { _ in
            await Task.yield()
            note("an isolated closure, after a suspension:")
        }
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(.build/debug/Finding)
expected="the function begins on the main actor
the operation begins on the main actor
the operation, after a suspension: elsewhere
the function goes on on the main actor
an isolated closure, after a suspension: on the main actor"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

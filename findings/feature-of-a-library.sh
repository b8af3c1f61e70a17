#!/usr/bin/env bash
# An upcoming feature that a library enables for itself decides what its clients' closures may capture.
#
# Version:  Swift 6.3.1
# Guess:    `func scoped(_ operation: () async -> Void) async` takes every closure that `TaskLocal.withValue` takes. Features that are enabled in
#           the library's own build settings concern the library's own code.
# Behavior: With `NonisolatedNonsendingByDefault`, the library's parameter is a `nonisolated(nonsending)` closure. In a client without the feature,
#           such a closure may not pass a parameter of the function around it to an asynchronous method, which runs on no actor. The same
#           closure compiles for `withValue`, and for the library if it is marked as `@concurrent`.
# Why care: A library that binds a container around an operation enables the feature so that the operation stays on the caller's actor. A client
#           that streams a body or writes to a database in the operation then gets an error about sending that does not name the cause.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir -p Sources/Library Sources/Client
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Finding",
    platforms: [.macOS(.v15)],
    targets: [
        .target(
            name: "Library",
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        .executableTarget(name: "Client", dependencies: ["Library"]),
    ]
)
SWIFT
cat >Sources/Library/scoped.swift <<'SWIFT'
public func scoped(_ operation: () async -> Void) async { await operation() }
SWIFT
client() {
    cat >Sources/Client/main.swift <<SWIFT
import Library

final class Writer {
    func write() async {}
}

enum Local {
    @TaskLocal static var value = 0
}

func send(_ writer: Writer) async {
    $1
}
SWIFT
    swift build >log 2>&1 && echo "$2 compiles" && return
    grep -q "error: sending 'writer' risks causing data races" log && echo "$2 is rejected: sending 'writer' risks causing data races"
}
found=$(
    client 'await Local.$value.withValue(1) { await writer.write() }' "withValue"
    client 'await scoped { await writer.write() }' "the library's function"
    client 'await scoped { @concurrent in await writer.write() }' "the library's function with @concurrent"
)
expected="withValue compiles
the library's function is rejected: sending 'writer' risks causing data races
the library's function with @concurrent compiles"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

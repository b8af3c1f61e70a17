#!/usr/bin/env bash
# Whether a value is cast to a protocol depends on the thread, in a module whose default isolation is the main actor.
#
# Version:  Swift 6.3.1
# Guess:    `service as? any Named` depends on the type of the value only. Isolation is the compiler's business: it may reject a cast, but it does
#           not change what a cast finds.
# Behavior: With `defaultIsolation(MainActor.self)`, a conformance to a protocol of another module is isolated to the main actor, and no word
#           in the source says so. The runtime looks at where a cast runs: the same function finds the service if it is called on the main actor.
#           Elsewhere it gets `nil`. A conformance that is marked as `nonisolated` is found in both places.
# Why care: A container that collects the values which conform to a protocol, or that casts what it has stored, is called by requests and child
#           tasks. There it silently finds fewer services than in a test of the main actor.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir -p Sources/Library Sources/Application
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Finding",
    platforms: [.macOS(.v15)],
    targets: [
        .target(name: "Library"),
        .executableTarget(
            name: "Application",
            dependencies: ["Library"],
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
    ]
)
SWIFT
cat >Sources/Library/Library.swift <<'SWIFT'
public protocol Named {
    var name: String { get }
}

/// The names of the services that have one.
public func names(of services: [any Sendable]) -> [String] {
    services.compactMap { ($0 as? any Named)?.name }
}
SWIFT
cat >Sources/Application/Application.swift <<'SWIFT'
import Library

struct Book: Named {
    let name = "book"
}

nonisolated struct Clock: Named {
    let name = "clock"
}

@main struct Application {
    static func main() async {
        let services: [any Sendable] = [Book(), Clock()]
        print("on the main actor:", names(of: services))
        await Task.detached { print("elsewhere:", names(of: services)) }.value
        print("on the main actor:", names(of: services))
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(grep -c "warning:" log || true)" warnings"
found+=$'\n'$(.build/debug/Application)
expected="0 warnings
on the main actor: [\"book\", \"clock\"]
elsewhere: [\"clock\"]
on the main actor: [\"book\", \"clock\"]"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

#!/usr/bin/env bash
# `(() async -> Int).self` is another type in a module that enables a feature.
#
# Version:  Swift 6.3.1
# Guess:    A type that is spelled the same in two modules is the same type. `NonisolatedNonsendingByDefault` decides where a function runs, and
#           the compiler adapts a function that goes from one module to another.
# Behavior: In a module with the feature, the spelling means `nonisolated(nonsending) () async -> Int`. The compiler adapts a function that is
#           assigned to a variable of the other type. But a generic function gets the type that the library means. What it stores under that type is
#           not found under the same spelling in the other module, and a cast fails. The types of synchronous functions are the same.
# Why care: A container whose keys are types loses each asynchronous factory that one module registers and another asks for, as soon as one of
#           them enables the feature. There is no warning.
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
        .target(
            name: "Library",
            swiftSettings: [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]
        ),
        .executableTarget(name: "Application", dependencies: ["Library"]),
    ]
)
SWIFT
cat >Sources/Library/Library.swift <<'SWIFT'
public let fetch: @Sendable () async -> Int = { 1 }
public let count: @Sendable () -> Int = { 1 }
SWIFT
cat >Sources/Application/main.swift <<'SWIFT'
import Library

/// Keeps one value of each type.
struct Registry {
    var values: [ObjectIdentifier: Any] = [:]

    mutating func add<Value>(_ value: Value) { values[ObjectIdentifier(Value.self)] = value }

    func has<Value>(_ type: Value.Type) -> Bool { values[ObjectIdentifier(type)] is Value }
}

typealias Fetch = @Sendable () async -> Int
typealias Count = @Sendable () -> Int

var registry = Registry()
registry.add(fetch)
registry.add(count)
print("the asynchronous function is found:", registry.has(Fetch.self))
print("the other function is found:", registry.has(Count.self))
print("a cast of the asynchronous function succeeds:", fetch as Any is Fetch)

let adapted: Fetch = fetch
registry.add(adapted)
print("the asynchronous function is found after it was assigned:", registry.has(Fetch.self))
SWIFT
found=
for feature in with without; do
    if [ "$feature" = without ]; then sed -i.bak "/NonisolatedNonsendingByDefault/d" Package.swift; fi
    rm -rf .build
    swift build >log 2>&1 || { cat log; exit 1; }
    found+="$feature the feature, $(grep -c "warning:" log || true) warnings"$'\n'"$(.build/debug/Application)"$'\n'
done
found=${found%$'\n'}
expected="with the feature, 0 warnings
the asynchronous function is found: false
the other function is found: true
a cast of the asynchronous function succeeds: false
the asynchronous function is found after it was assigned: true
without the feature, 0 warnings
the asynchronous function is found: true
the other function is found: true
a cast of the asynchronous function succeeds: true
the asynchronous function is found after it was assigned: true"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

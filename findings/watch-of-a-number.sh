#!/usr/bin/env bash
# Who watches a number in a file that is read again gets the default value when the number changes, or nothing.
#
# Version:  Swift 6.3.1, swift-configuration 1.4.0
# Guess:    After a `ReloadingFileProvider` has read its file again, `watchInt` gets the number that `int` and a snapshot have from then on.
# Behavior: The provider compares the old and the new value of each watched key as strings, whatever type is watched, and sends the new string. In
#           YAML each number is a string, too. `watchInt` cannot use a string, and gets its default value. In JSON a number is no string, so
#           neither value can be read, they count as equal, and `watchInt` gets nothing. `watchString` and `watchSnapshot` get each change.
# Why care: The first element is right, and a test with values in memory passes. When somebody changes a limit or a timeout in the file, a
#           service that a container keeps goes on with the default or with the old number, and one that a container builds later reads the
#           new number. Watch snapshots, and read numbers and Booleans from them.
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
    dependencies: [
        .package(
            url: "https://github.com/apple/swift-configuration.git", exact: "1.4.0", traits: ["JSON", "YAML", "Reloading"])
    ],
    targets: [
        .executableTarget(name: "Finding", dependencies: [.product(name: "Configuration", package: "swift-configuration")])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import Configuration
import Foundation
import SystemPackage

/// Writes the file with a time of modification of its own, by which the provider notices that it has changed.
func write(_ text: String, to path: String, second: Int) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    let date = Date(timeIntervalSince1970: Double(second))
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
}

/// Watches the file while it has one text after the other.
func check<Snapshot: FileConfigSnapshot>(_ format: Snapshot.Type, _ texts: [String]) async throws {
    let path = FileManager.default.currentDirectoryPath + "/settings"
    try write(texts[0], to: path, second: 0)
    let config = ConfigReader(provider: try await ReloadingFileProvider<Snapshot>(filePath: FilePath(path)))

    let (events, continuation) = AsyncStream.makeStream(of: (place: String, value: String).self)
    try await withThrowingTaskGroup { group in
        group.addTask {
            try await config.watchInt(forKey: "limit", default: -1) { limits in
                for await limit in limits { continuation.yield(("watchInt", "\(limit)")) }
            }
        }
        group.addTask {
            try await config.watchString(forKey: "name", default: "") { names in
                for await name in names { continuation.yield(("watchString", name)) }
            }
        }
        group.addTask {
            try await config.watchSnapshot { snapshots in
                for await snapshot in snapshots {
                    continuation.yield(("watchSnapshot", "\(snapshot.int(forKey: "limit", default: -1))"))
                }
            }
        }

        var seen: [String: [String]] = ["int": ["\(config.int(forKey: "limit", default: -1))"]]
        var iterator = events.makeAsyncIterator()
        func see(_ count: Int, of places: String...) async {
            while !places.allSatisfy({ seen[$0, default: []].count >= count }) {
                let event = await iterator.next()!
                seen[event.place, default: []].append(event.value)
            }
        }
        await see(1, of: "watchInt", "watchString", "watchSnapshot")
        for (second, text) in texts.enumerated().dropFirst() {
            try write(text, to: path, second: second)
            // To fetch a value reloads the file if it has changed, as the provider does at intervals.
            _ = try await config.fetchString(forKey: "name")
            seen["int", default: []].append("\(config.int(forKey: "limit", default: -1))")
            await see(second + 1, of: "watchString", "watchSnapshot")
        }
        await see(2, of: "watchInt")
        for (place, values) in seen.sorted(by: { $0.key < $1.key }) {
            print("    \(place):", values.joined(separator: ", "))
        }
        group.cancelAll()
    }
}

@main struct Program {
    static func main() async throws {
        print("YAML, from 10 to 20")
        try await check(YAMLSnapshot.self, ["limit: 10\nname: ada", "limit: 20\nname: bob"])
        print("JSON, from 10 to 20 to no limit")
        try await check(
            JSONSnapshot.self, [#"{"limit": 10, "name": "ada"}"#, #"{"limit": 20, "name": "bob"}"#, #"{"name": "eve"}"#])
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
expected="YAML, from 10 to 20
    int: 10, 20
    watchInt: 10, -1
    watchSnapshot: 10, 20
    watchString: ada, bob
JSON, from 10 to 20 to no limit
    int: 10, 20, -1
    watchInt: 10, -1
    watchSnapshot: 10, 20, -1
    watchString: ada, bob, eve"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

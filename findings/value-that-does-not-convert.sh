#!/usr/bin/env bash
# A value that cannot be converted hides the good value of the next provider, and the default in the code is used in place of both.
#
# Version:  Swift 6.3.1, swift-configuration 1.4.0
# Guess:    A reader asks one provider after the other until one has what is asked for: an `int` that the environment cannot give comes from the
#           file. If it is not so, then a value that is there and is wrong is an error: a default is for what nobody has set.
# Behavior: The first provider that has the key decides. If its value does not convert, the next one is not asked, and the caller's default, or
#           `nil`, is returned as if nothing were set. It is so in a snapshot and for the first element of `watchInt`, too. `fetchInt`, with the same
#           default, throws, and so does `requiredInt`. An empty variable is such a value. A number of a file, in front, also hides a string that
#           the environment has. An access reporter gets an error of the first provider, and nothing about the next one.
# Why care: Kubernetes sets `REDIS_PORT=tcp://10.0.0.7:6379` in each container if there is a service of the name "redis". A factory that builds the
#           client with `int(forKey: "redis.port", default: 6379)`, and asks the environment before the file, then connects to the
#           default port, although the file has the right one. A test without that variable passes. Use `requiredInt`, and put defaults in
#           the last provider.
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
    dependencies: [.package(url: "https://github.com/apple/swift-configuration.git", exact: "1.4.0")],
    targets: [
        .executableTarget(
            name: "Finding",
            dependencies: [.product(name: "Configuration", package: "swift-configuration")])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import Configuration
import Synchronization

/// Keeps what the last access was reported as.
final class Reporter: AccessReporter {
    let last = Mutex("")

    func report(_ event: AccessEvent) {
        let results = event.providerResults.map { result in
            switch result.result {
            case .success(let found): found.value == nil ? "nothing" : "a value"
            case .failure: "an error"
            }
        }
        last.withLock { $0 = results.joined(separator: ", ") }
    }
}

func text(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "nil" }

func read(_ name: String, _ providers: [any ConfigProvider]) async throws {
    let reporter = Reporter()
    let config = ConfigReader(providers: providers, accessReporter: reporter)
    print("\(name):")
    print("  int: \(text(config.int(forKey: "redis.port"))), or default \(config.int(forKey: "redis.port", default: 6379))")
    print("  reported: \(reporter.last.withLock { $0 })")
    print("  required: \(text(try? config.requiredInt(forKey: "redis.port")))")
    print("  fetched, with a default: \(text(try? await config.fetchInt(forKey: "redis.port", default: 6379)))")
    print("  snapshot: \(config.snapshot().int(forKey: "redis.port", default: 6379))")
    try await config.watchInt(forKey: "redis.port", default: 6379) { ports in
        for await port in ports {
            print("  watched: \(port)")
            break
        }
    }
    print("  string: \(text(config.string(forKey: "redis.port")))")
}

func environment(_ port: String?) -> EnvironmentVariablesProvider {
    EnvironmentVariablesProvider(environmentVariables: port.map { ["REDIS_PORT": $0] } ?? [:])
}

@main struct Program {
    static func main() async throws {
        // What a file has.
        let file = InMemoryProvider(name: "file", values: ["redis.port": 6380])
        try await read("unset, file", [environment(nil), file])
        try await read("6381, file", [environment("6381"), file])
        try await read("Kubernetes, file", [environment("tcp://10.0.0.7:6379"), file])
        try await read("empty, file", [environment(""), file])
        try await read("file, 6381", [file, environment("6381")])
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(timeout 60 .build/debug/Finding)
hidden="  int: nil, or default 6379
  reported: an error
  required: nil
  fetched, with a default: nil
  snapshot: 6379
  watched: 6379"
expected="unset, file:
  int: 6380, or default 6380
  reported: nothing, a value
  required: 6380
  fetched, with a default: 6380
  snapshot: 6380
  watched: 6380
  string: nil
6381, file:
  int: 6381, or default 6381
  reported: a value
  required: 6381
  fetched, with a default: 6381
  snapshot: 6381
  watched: 6381
  string: 6381
Kubernetes, file:
$hidden
  string: tcp://10.0.0.7:6379
empty, file:
$hidden
  string: 
file, 6381:
  int: 6380, or default 6380
  reported: a value
  required: 6380
  fetched, with a default: 6380
  snapshot: 6380
  watched: 6380
  string: nil"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

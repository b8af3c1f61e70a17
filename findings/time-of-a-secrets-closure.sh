#!/usr/bin/env bash
# Two providers of swift-configuration call the same closure at different times: one when it is created, one at each read.
#
# Version:  Swift 6.3.1, swift-configuration 1.4.0
# Guess:    `SecretsSpecifier.dynamic { key, value in … }` is asked when a value is read, by whoever reads it. Every provider takes the same type,
#           so every provider asks alike.
# Behavior: The provider of the environment asks about each variable when it is created, and never again. The provider of the command line asks
#           nothing then, and asks again at each read. With the same closure, the same value is secret in one and not in the other. The
#           closure gets the provider's spelling of the key, too: `TOKEN` here, and `--token` there.
# Why care: A closure that asks a task-local container which keys are secret uses what was bound at the start of the program for one provider,
#           and the request's for the other. Bind the container in the closure, or create the provider where the right one is current.
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
            url: "https://github.com/apple/swift-configuration.git",
            exact: "1.4.0",
            traits: ["CommandLineArguments"]
        )
    ],
    targets: [
        .executableTarget(
            name: "Finding",
            dependencies: [.product(name: "Configuration", package: "swift-configuration")]
        )
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import Configuration

enum Container {
    /// The key that is secret.
    @TaskLocal static var secret = "none"
}

/// Prints whether a value that is read is secret.
struct Reporter: AccessReporter {
    func report(_ event: AccessEvent) {
        guard case .success(let value?) = event.result else { return }
        print("it is secret:", value.isSecret)
    }
}

@main struct Program {
    static let specifier = SecretsSpecifier<String, String>.dynamic { key, _ in
        print("asked about \(key), where the secret is the \(Container.secret)")
        return Container.secret == "token"
    }

    static func main() {
        print("environment: created")
        read(
            Container.$secret.withValue("region") {
                EnvironmentVariablesProvider(environmentVariables: ["TOKEN": "abc"], secretsSpecifier: specifier)
            }
        )
        print("command line: created")
        read(
            Container.$secret.withValue("region") {
                CommandLineArgumentsProvider(arguments: ["tool", "--token", "abc"], secretsSpecifier: specifier)
            }
        )
    }

    static func read(_ provider: some ConfigProvider) {
        print("read")
        Container.$secret.withValue("token") {
            _ = ConfigReader(provider: provider, accessReporter: Reporter()).string(forKey: "token")
        }
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(.build/debug/Finding)
expected="environment: created
asked about TOKEN, where the secret is the region
read
it is secret: false
command line: created
read
asked about --token, where the secret is the token
it is secret: true"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

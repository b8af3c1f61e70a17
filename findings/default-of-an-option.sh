#!/usr/bin/env bash
# The default of a command's option is evaluated fifteen times in a debug build, also if the option is given, and the seventh is used.
#
# Version:  Swift 6.3.1, swift-argument-parser 1.8.2
# Guess:    `@Option var port = port()` calls `port()` once, when the command is made, or not at all if the option is given. So does a property
#           that is no option.
# Behavior: The parser learns a command's options from instances that it makes with `init()`, and each of them evaluates all defaults. A release
#           build makes three of a command, and five of a subcommand. A debug build, which checks the declarations first, makes 15 and 29,
#           and evaluates a default in an option group 51 times. An option has the default of an early instance, and a property that is no
#           option has that of the last one, so what the command runs with was not made together.
# Why care: Whoever takes a default from a container resolves it that often before a line of the command has run, and a property such as
#           `let database = Database()` opens that many. A counter or an identifier in the default differs between debug and release. Make the
#           option optional, and resolve in `run()`.
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
    dependencies: [.package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2")],
    targets: [
        .executableTarget(
            name: "Finding",
            dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import ArgumentParser

/// How many services have been made.
nonisolated(unsafe) var services = 0

func makeService() -> Int {
    services += 1
    return services
}

struct WithOption: ParsableCommand {
    @Option var service = makeService()

    func run() { print("    runs with \(service)") }
}

struct WithProperty: ParsableCommand {
    let service = makeService()
    @Option var port = 80

    enum CodingKeys: CodingKey { case port }

    func run() { print("    runs with \(service)") }
}

struct Both: ParsableCommand {
    @Option var first = makeService()
    @Option var second = makeService()
    let third = makeService()

    enum CodingKeys: CodingKey { case first, second }

    func run() { print("    runs with \(first), \(second) and \(third)") }
}

struct Group: ParsableArguments {
    @Option var service = makeService()
}

struct WithGroup: ParsableCommand {
    @OptionGroup var group: Group

    func run() { print("    runs with \(group.service)") }
}

struct Several: ParsableCommand {
    static let configuration = CommandConfiguration(subcommands: [WithOption.self, Idle.self])
}

struct Idle: ParsableCommand {
    func run() { print("    runs with none") }
}

@main struct Finding {
    static func main() throws {
        try run(WithOption.self, [])
        try run(WithOption.self, ["--service", "0"])
        try run(WithProperty.self, [])
        try run(Both.self, [])
        try run(WithGroup.self, [])
        try run(Several.self, ["with-option"])
        try run(Several.self, ["idle"])
    }

    static func run(_ type: any ParsableCommand.Type, _ arguments: [String]) throws {
        print("  \(([("\(type)")] + arguments).joined(separator: " "))")
        services = 0
        var command = try type.parseAsRoot(arguments)
        print("    made: \(services)")
        try command.run()
    }
}
SWIFT
found=""
for configuration in debug release; do
    swift build -c $configuration >log 2>&1 || { cat log; exit 1; }
    found+="$configuration"$'\n'"$(.build/$configuration/Finding)"$'\n'
done
found=${found%$'\n'}
expected="debug
  WithOption
    made: 15
    runs with 7
  WithOption --service 0
    made: 15
    runs with 0
  WithProperty
    made: 15
    runs with 15
  Both
    made: 45
    runs with 19, 20 and 45
  WithGroup
    made: 51
    runs with 25
  Several with-option
    made: 29
    runs with 21
  Several idle
    made: 0
    runs with none
release
  WithOption
    made: 3
    runs with 1
  WithOption --service 0
    made: 3
    runs with 0
  WithProperty
    made: 3
    runs with 3
  Both
    made: 9
    runs with 1, 2 and 9
  WithGroup
    made: 3
    runs with 1
  Several with-option
    made: 5
    runs with 3
  Several idle
    made: 0
    runs with none"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

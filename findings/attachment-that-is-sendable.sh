#!/usr/bin/env bash
# Whether the bytes of an attachment are made depends on whether the compiler sees a `Sendable` type at the call.
#
# Version:  Swift 6.3.1 and its Swift Testing
# Guess:    `Attachment.record(_:)` makes the bytes at once. Or a run without `--attachments-path`, which keeps no attachments, makes none.
# Behavior: The bytes of a type that is not `Sendable` are always made, at once, and the attachment loses its name: the log calls it "untitled".
#           Those of a `Sendable` type are made only if the run has an `--attachments-path`. If the same `Sendable` value is attached by a generic
#           helper that does not ask for `Sendable`, its bytes are always made, too.
# Why care: An attachment that resolves from a task-local container, to write a graph or a log, builds services and can fail. In most runs its
#           code does not run, and an option of the command line changes what the test resolves.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir -p Tests/FindingTests attachments
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(name: "Finding", targets: [.testTarget(name: "FindingTests")])
SWIFT

cat >Tests/FindingTests/FindingTests.swift <<'SWIFT'
import Testing

enum Container {
    @TaskLocal static var services: [String] = []
}

protocol Graph: Attachable {}

extension Graph {
    func withUnsafeBytes<Result>(
        for attachment: borrowing Attachment<Self>,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        print("noted: makes \(Container.services.count) service for \(attachment.preferredName)")
        return try Container.services.description.utf8CString.withUnsafeBytes(body)
    }
}

struct Value: Graph, Sendable {}

final class Object: Graph {}

func keep(_ graph: some Graph, named name: String) { Attachment.record(graph, named: name) }

@Test func attaches() {
    Container.$services.withValue(["book"]) {
        Attachment.record(Value(), named: "value")
        Attachment.record(Object(), named: "object")
        keep(Value(), named: "value-of-a-helper")
    }
}
SWIFT
swift build --build-tests >log 2>&1 || { cat log; exit 1; }
found=
for options in "" "--attachments-path attachments"; do
    swift test --skip-build $options >log 2>&1 || { cat log; exit 1; }
    found+="swift test${options:+ $options}"$'\n'$(grep -oE "noted: .*|Attached .*" log | sort)$'\n'
done
found=${found%$'\n'}
expected="swift test
Attached 'untitled' to attaches().
Attached 'untitled' to attaches().
Attached 'value' to attaches().
noted: makes 1 service for object
noted: makes 1 service for value-of-a-helper
swift test --attachments-path attachments
Attached 'untitled' to attaches().
Attached 'untitled' to attaches().
Attached 'value' to attaches().
noted: makes 1 service for object
noted: makes 1 service for value
noted: makes 1 service for value-of-a-helper"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

#!/usr/bin/env bash
# The `deinit` of what is bound for a task runs under no bindings and in no test; that of what the task's closure captures runs in the task.
#
# Version:  Swift 6.3.1 and its Swift Testing
# Guess:    If a task has the last reference to an object, the object goes when the task ends, within the task. So its `deinit` sees what the task
#           sees, be the object bound for the task or captured by its closure.
# Behavior: A captured object goes first, and its `deinit` sees the task's values. At the end of a task all of its bindings are removed, and only
#           then released. The `deinit` of a bound object sees the process's values, in any order of the bindings and whoever awaits the task,
#           and an issue that it records belongs to no test. At the end of `withValue`, only that binding is removed, and the `deinit` sees those
#           around it.
# Why care: A container in a task-local value has its services, and a task that the code under test starts has the container. If that task ends
#           after the test's scope, a service that resolves in its `deinit` gets the real dependency, and the issue of a mock that checks in
#           its `deinit` whether it was called belongs to no test. If the scope ends last, both are as expected, so it is a matter of timing.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir -p Tests/FindingTests
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(name: "Finding", targets: [.testTarget(name: "FindingTests")])
SWIFT

cat >Tests/FindingTests/FindingTests.swift <<'SWIFT'
import Testing

enum Container {
    @TaskLocal static var name = "the process's"
    @TaskLocal static var mock: Mock?
}

/// Says that nobody has called it.
final class Mock: Sendable {
    let name: String

    init(_ name: String) { self.name = name }

    deinit {
        print("noted: \(name): deinit sees \(Container.name)")
        Issue.record("\(name): not called", severity: .warning)
    }
}

@Test func scope() {
    Container.$name.withValue("the test's") {
        Container.$mock.withValue(Mock("bound by withValue")) {}
    }
}

/// Ends a task after whoever started it has released the mock.
func check(_ start: (_ gate: AsyncStream<Void>) -> Task<Void, Never>) async {
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let task = start(gate)
    opener.finish()
    await Container.$name.withValue("the waiter's") { await task.value }
}

@Test func capture() async {
    await check { gate in
        let mock = Mock("captured by a task")
        return Container.$name.withValue("the test's") {
            Task {
                for await _ in gate {}
                withExtendedLifetime(mock) {}
            }
        }
    }
}

@Test func boundLast() async {
    await check { gate in
        Container.$name.withValue("the test's") {
            Container.$mock.withValue(Mock("bound for a task")) {
                Task { for await _ in gate {} }
            }
        }
    }
}

@Test func boundFirst() async {
    await check { gate in
        Container.$mock.withValue(Mock("bound for a task, around the name")) {
            Container.$name.withValue("the test's") {
                Task { for await _ in gate {} }
            }
        }
    }
}
SWIFT
swift test --no-parallel >log 2>&1 || { cat log; exit 1; }
found=$(grep "^noted: " log | sort)
found+=$'\n'$(sed -nE "/recorded a warning/ { s/.*Test ([^ ]+) recorded a warning.*/\1/; N; s/\n[^a-z]*/ is warned about what is /; p; }" log | sort)
expected="noted: bound by withValue: deinit sees the test's
noted: bound for a task, around the name: deinit sees the process's
noted: bound for a task: deinit sees the process's
noted: captured by a task: deinit sees the test's
capture() is warned about what is captured by a task: not called
scope() is warned about what is bound by withValue: not called
«unknown» is warned about what is bound for a task, around the name: not called
«unknown» is warned about what is bound for a task: not called"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

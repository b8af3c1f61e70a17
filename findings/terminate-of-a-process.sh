#!/usr/bin/env bash
# A process that Foundation starts from a task does not obey `terminate()`.
#
# Version:  Swift 6.3.1 and its Foundation, on Linux
# Guess:    `process.terminate()` sends SIGTERM, and a program that does nothing about signals ends. Who starts it does not matter.
# Behavior: A thread of Dispatch, which also runs the tasks of Swift, blocks nearly all signals. A process that `run()` starts there inherits that,
#           so SIGTERM never reaches it, and it runs to its end. A process that the main thread starts is terminated, until `main` suspends for
#           the first time: from then on, a thread of Dispatch runs the main actor, too. `run()` reports nothing.
# Why care: A service of a container that starts a tool, and terminates it in a hook when it stops, passes its test in a synchronous program. In a
#           server each such tool outlives its service, and a wait for its end lasts as long as the tool likes. A process that swift-subprocess
#           1.0.2 starts is terminated.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
[ "$(uname)" = Linux ] || { echo "skipped: this finding is about Linux"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >Finding.swift <<'SWIFT'
import Foundation

/// Starts a program, terminates it, and says how it has ended.
func end() throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sleep")
    process.arguments = ["1"]
    try process.run()
    process.terminate()
    process.waitUntilExit()
    return process.terminationReason == .exit ? "ran to its end" : "was terminated"
}

@main struct Program {
    @MainActor static func main() async throws {
        print("from the main thread:", try end())
        print("from a task:", try await Task.detached { try end() }.value)
        print("from the main actor, later:", try end())
    }
}
SWIFT
swiftc -swift-version 6 -parse-as-library Finding.swift -o finding
found=$(./finding)
expected="from the main thread: was terminated
from a task: ran to its end
from the main actor, later: ran to its end"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

#!/usr/bin/env bash
# Whoever tracks a closure also hears of what others read below it: in a tracking of their own, in a new task, or to make a shared value.
#
# Version:  Swift 6.3.1, Linux
# Guess:    `withObservationTracking` tracks what its closure reads. A tracking within it has an `onChange` of its own, and so takes care of its own
#           reads. A task, even an immediate and detached one, is not the closure. A shared value that is made on the way does not
#           depend on who happened to ask first.
# Behavior: A read belongs to every tracking that is open on the thread, also if it is made in another task or on another queue. An inner
#           tracking hands its reads to the outer one, so a change tells both. So do `Task.immediate` and `Task.immediateDetached`, up to their
#           first suspension, and `DispatchQueue.sync`. Whoever touches a static value first is told of a change of what it was made from,
#           and nobody is who touches it later.
# Why care: A container builds a service in the middle of whatever resolves it, such as the body of a screen or the closure of an `Observations`. If
#           the service's `init` reads the settings, or tracks them itself to keep a cache, the first screen is drawn again when they change, and
#           no other one is. A test that resolves the service beforehand does not show it. Resolve outside of what is tracked.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
[ "$(uname)" = Linux ] || { echo "skipped: this finding is about Linux"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.swift <<'SWIFT'
import Dispatch
import Observation
import Synchronization

@Observable final class Settings: Sendable {
    private let storage = Mutex(0)

    var theme: Int {
        get {
            access(keyPath: \.theme)
            return storage.withLock { $0 }
        }
        set { withMutation(keyPath: \.theme) { storage.withLock { $0 = newValue } } }
    }
}

let settings = Settings()
let told = Mutex<[String]>([])

/// A service that reads the settings when it is made.
struct Painter {
    static let shared = Painter()
    let theme = settings.theme
}

func tell(_ name: String) { told.withLock { $0.append(name) } }

/// Prints who is told of a change after the closure has been tracked.
func track(_ name: String, _ closure: () -> Void) {
    told.withLock { $0 = [] }
    withObservationTracking(closure) { tell("outer") }
    settings.theme = 1
    print("\(name): \(told.withLock { $0.sorted() })")
}

@concurrent func run() async {
    track("write") { settings.theme = 2 }
    track("nested") {
        withObservationTracking { _ = settings.theme } onChange: { tell("inner") }
    }
    track("queue") { DispatchQueue(label: "queue").sync { _ = settings.theme } }
    track("immediate task") { Task.immediate { _ = settings.theme } }
    track("immediate detached task") { Task.immediateDetached { _ = settings.theme } }
    let (tasks, task) = AsyncStream<Void>.makeStream()
    track("immediate task, after a suspension") {
        Task.immediate {
            for await _ in tasks {}
            _ = settings.theme
        }
        task.finish()
    }
    track("first use of a shared service") { _ = Painter.shared }
    track("second use") { _ = Painter.shared }
}

await run()
SWIFT
found=""
for option in -Onone -O; do
    swiftc $option -swift-version 6 main.swift -o program
    found+="$option"$'\n'"$(timeout 60 ./program)"$'\n'
done
lines="write: []
nested: [\"inner\", \"outer\"]
queue: [\"outer\"]
immediate task: [\"outer\"]
immediate detached task: [\"outer\"]
immediate task, after a suspension: []
first use of a shared service: [\"outer\"]
second use: []"
expected="-Onone
$lines
-O
$lines
"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s" "$found"

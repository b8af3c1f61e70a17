#!/usr/bin/env bash
# A termination handler that is set after an `AsyncStream` has ended is told the contrary of what has happened, or nothing.
#
# Version:  Swift 6.3.1
# Guess:    `onTermination` of a stream that has ended is called at once, as the handler of `withTaskCancellationHandler` is in a cancelled
#           task, and is told how the stream has ended. Or it is too late, and the handler is never called.
# Behavior: It is kept, and called when something ends the stream again. After `finish()`, the release of the last reference to the stream does so,
#           and the handler is told `cancelled`. After a cancellation, a call of `finish()` does so, and the handler is told `finished`. It
#           sees what is bound there. A stream whose handler has been called takes a second one, which is told another reason.
# Why care: A service of a container keeps the continuations of its subscribers, and removes each in its handler. If a request is cancelled while it
#           subscribes, the handler comes too late, the service keeps the continuation, and so nothing is released and nothing calls the
#           handler. Set the handler before anyone can end the stream, or look at what `yield` returns.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >Finding.swift <<'SWIFT'
enum Container {
    @TaskLocal static var name = "the process's"
}

typealias Continuation = AsyncStream<Int>.Continuation

/// Sets a handler that says why it is called, and what it sees.
func setHandler(_ name: String, of continuation: Continuation) {
    continuation.onTermination = { print("  \(name) handler: \($0), sees \(Container.name)") }
}

/// Ends a stream, and then releases it.
@MainActor func check(_ name: String, _ end: (_ stream: AsyncStream<Int>, _ continuation: Continuation) async -> Void) async {
    print(name)
    var (stream, continuation): (AsyncStream<Int>?, Continuation?) = (nil, nil)
    (stream, continuation) = AsyncStream<Int>.makeStream()
    await end(stream!, continuation!)
    print("  released")
    Container.$name.withValue("the releaser's") { (stream, continuation) = (nil, nil) }
}

/// Ends a stream by the cancellation of a task that reads it.
func cancel(_ stream: AsyncStream<Int>) async {
    await Container.$name.withValue("the reader's") {
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            for await _ in stream {}
        }.value
    }
}

func finish(_ continuation: Continuation) {
    Container.$name.withValue("the finisher's") { continuation.finish() }
}

@main struct Finding {
    static func main() async {
        await check("set, finished") { _, continuation in
            setHandler("first", of: continuation)
            finish(continuation)
        }
        await check("finished, set") { _, continuation in
            finish(continuation)
            setHandler("first", of: continuation)
        }
        await check("finished, set, finished again") { _, continuation in
            finish(continuation)
            setHandler("first", of: continuation)
            finish(continuation)
        }
        await check("set, cancelled") { stream, continuation in
            setHandler("first", of: continuation)
            await cancel(stream)
        }
        await check("cancelled, set") { stream, continuation in
            await cancel(stream)
            setHandler("first", of: continuation)
        }
        await check("cancelled, set, finished") { stream, continuation in
            await cancel(stream)
            setHandler("first", of: continuation)
            finish(continuation)
        }
        await check("set, finished, set") { _, continuation in
            setHandler("first", of: continuation)
            finish(continuation)
            setHandler("second", of: continuation)
        }
    }
}
SWIFT
swiftc -swift-version 6 -parse-as-library Finding.swift -o finding
found=$(./finding)
expected="set, finished
  first handler: finished, sees the finisher's
  released
finished, set
  released
  first handler: cancelled, sees the releaser's
finished, set, finished again
  first handler: finished, sees the finisher's
  released
set, cancelled
  first handler: cancelled, sees the reader's
  released
cancelled, set
  released
  first handler: cancelled, sees the releaser's
cancelled, set, finished
  first handler: finished, sees the finisher's
  released
set, finished, set
  first handler: finished, sees the finisher's
  released
  second handler: cancelled, sees the releaser's"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

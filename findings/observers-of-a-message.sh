#!/usr/bin/env bash
# An observer of an asynchronous message sees neither the bindings of who posts it nor of who observes it.
#
# Version:  Swift 6.3.1 and its Foundation, where `NotificationCenter` has messages with types
# Guess:    `post` runs the observer, or begins a task for it. So the observer sees what is bound where the message is posted. Or the observer is
#           a task that begins when it is added, and sees what is bound there.
# Behavior: An observer of a `MainActorMessage` runs within `post`, and sees the poster's values. An observer of an `AsyncMessage` sees neither the
#           poster's nor its own, but the process's.
# Why care: A message that becomes an `AsyncMessage`, to be posted from any actor, loses its request's container without a change at either end.
#           Put what the observer needs in the message, or bind the container in the observer.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.swift <<'SWIFT'
import Foundation

enum Container {
    @TaskLocal static var name = "the process's"
}

final class Shop: Sendable {}

struct Opened: NotificationCenter.MainActorMessage {
    typealias Subject = Shop
}

struct Sold: NotificationCenter.AsyncMessage {
    typealias Subject = Shop
}

@MainActor func run() async {
    let center = NotificationCenter()
    let shop = Shop()
    let (names, continuation) = AsyncStream<String>.makeStream()
    var iterator = names.makeAsyncIterator()
    let tokens = Container.$name.withValue("the observer's") {
        [
            center.addObserver(of: shop, for: Opened.self) { _ in continuation.yield(Container.name) },
            center.addObserver(of: shop, for: Sold.self) { _ in continuation.yield(Container.name) },
        ]
    }
    defer { tokens.forEach(center.removeObserver) }

    Container.$name.withValue("the poster's") { center.post(Opened(), subject: shop) }
    print("a message of the main actor: the observer sees", await iterator.next(isolation: #isolation)!)

    Container.$name.withValue("the poster's") { center.post(Sold(), subject: shop) }
    print("an asynchronous message: the observer sees", await iterator.next(isolation: #isolation)!)
}
await run()
SWIFT
swiftc -swift-version 6 main.swift -o program
found=$(timeout 60 ./program)
expected="a message of the main actor: the observer sees the poster's
an asynchronous message: the observer sees the process's"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

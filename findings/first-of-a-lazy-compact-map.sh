#!/usr/bin/env bash
# `first` of a lazy `compactMap` calls the closure twice for the element that it finds, and returns the second result.
#
# Version:  Swift 6.3.1
# Guess:    `containers.lazy.compactMap { $0.make() }.first` calls the closure until the first result that is not nil. That is why it is lazy.
# Behavior: `first` finds the first index with a result, and then calls the closure there again for the element. What the first call has made
#           is lost. The same expression without `lazy`, with `first(where:)`, or in a `for` loop calls it once for each element, and so
#           does `lazy.filter { … }.first`. The standard library relies on the second result being like the first.
# Why care: The first of some containers that has an instance is found this way: the current one, or else its parents. A closure that resolves
#           builds two instances and returns the second. What another thread may change, such as whether a container is running, must not
#           be asked for in such a closure at all.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.swift <<'SWIFT'
final class Container: Sendable {
    @TaskLocal static var current = Container(makes: false)
    let parent: Container?
    let makes: Bool

    init(_ parent: Container? = nil, makes: Bool) { (self.parent, self.makes) = (parent, makes) }

    /// The container and its parents, the nearest first.
    var chain: [Container] { [self] + (parent?.chain ?? []) }
}

nonisolated(unsafe) var asked = 0
nonisolated(unsafe) var made = 0

/// Makes an instance, which is a number.
func make(in container: Container) -> Int? {
    asked += 1
    guard container.makes else { return nil }
    made += 1
    return made
}

func show(_ name: String, _ find: ([Container]) -> Int?) {
    (asked, made) = (0, 0)
    let found = find(Container.current.chain)
    print("\(name): asked \(asked) times, made \(made), returned \(found.map { "number \($0)" } ?? "nothing")")
}

let root = Container(makes: true)
Container.$current.withValue(Container(Container(root, makes: false), makes: false)) {
    show("lazy.compactMap.first") { $0.lazy.compactMap(make).first }
    show("lazy.compactMap.first(where:)") { $0.lazy.compactMap(make).first { _ in true } }
    show("compactMap.first") { $0.compactMap(make).first }
    show("for") {
        for instance in $0.lazy.compactMap(make) { return instance }
        return nil
    }
    show("lazy.filter.first") { $0.lazy.filter { make(in: $0) != nil }.first.map { _ in made } }
}
SWIFT

found=""
for option in -Onone -O; do
    swiftc $option -swift-version 6 main.swift -o program
    found+="$option"$'\n'"$(./program)"$'\n'
done
lines="lazy.compactMap.first: asked 4 times, made 2, returned number 2
lazy.compactMap.first(where:): asked 3 times, made 1, returned number 1
compactMap.first: asked 3 times, made 1, returned number 1
for: asked 3 times, made 1, returned number 1
lazy.filter.first: asked 3 times, made 1, returned number 1"
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

#!/usr/bin/env bash
# In `#Predicate`, `user` is read once, when the predicate is made, and `self.user` is read again for each value that is tested.
#
# Version:  Swift 6.3.1 and its Foundation
# Guess:    `self.` is a matter of style: `user` and `self.user` are the same property. A predicate looks like a closure, so it reads the property
#           when it is evaluated. Or it is an expression for a database, so it reads everything when it is made.
# Behavior: The macro makes a constant of a name that stands alone. Of a name after a dot, it makes a key path into the constant before the dot,
#           here `self`, which is followed when the predicate is evaluated. So a computed property that reads a task-local value sees the maker's
#           binding without `self.`, and the evaluator's with it. It is then read for each value, also in a loop that the predicate contains.
#           An ordinary closure reads both when it is called.
# Why care: A service makes a predicate for the orders of its container's user. Kept beyond the request, the predicate returns the first user's
#           orders to everyone, or resolves once for each order, in the container of whoever filters. Who adds or removes `self.`, as some
#           formatters do, changes one into the other. Put the value in a local constant before the predicate.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >Finding.swift <<'SWIFT'
import Foundation

enum Container {
    @TaskLocal static var user = "nobody"
}

struct Orders: Codable, Sendable {
    var user: String {
        print("    reads \(Container.user)")
        return Container.user
    }

    func byName() -> Predicate<String> { #Predicate { order in order == user } }
    func bySelf() -> Predicate<String> { #Predicate { order in order == self.user } }
    func anyByName() -> Predicate<[String]> { #Predicate { orders in orders.contains { order in order == user } } }
    func anyBySelf() -> Predicate<[String]> { #Predicate { orders in orders.contains { order in order == self.user } } }
    func closureByName() -> (String) -> Bool { { order in order == user } }
    func closureBySelf() -> (String) -> Bool { { order in order == self.user } }
}

/// Makes a condition for Ada, and lets Bob evaluate it.
func check<Condition>(_ name: String, _ make: () -> Condition, _ evaluate: (Condition) throws -> Any) rethrows {
    print("\(name), made by Ada")
    let condition = Container.$user.withValue("Ada") { make() }
    print("  evaluated by Bob")
    try Container.$user.withValue("Bob") { print("  returns \(try evaluate(condition))") }
}

@main struct Finding {
    static func main() throws {
        let orders = ["Ada", "Bob"]
        try check("user", Orders().byName) { try orders.filter($0) }
        try check("self.user", Orders().bySelf) { try orders.filter($0) }
        try check("user in a loop", Orders().anyByName) { try $0.evaluate(orders) }
        try check("self.user in a loop", Orders().anyBySelf) { try $0.evaluate(orders) }
        check("user in a closure", Orders().closureByName) { orders.filter($0) }
        check("self.user in a closure", Orders().closureBySelf) { orders.filter($0) }
    }
}
SWIFT

swiftc -swift-version 6 -parse-as-library Finding.swift -o finding
found=$(./finding)
expected='user, made by Ada
    reads Ada
  evaluated by Bob
  returns ["Ada"]
self.user, made by Ada
  evaluated by Bob
    reads Bob
    reads Bob
  returns ["Bob"]
user in a loop, made by Ada
    reads Ada
  evaluated by Bob
  returns true
self.user in a loop, made by Ada
  evaluated by Bob
    reads Bob
    reads Bob
  returns true
user in a closure, made by Ada
  evaluated by Bob
    reads Bob
    reads Bob
  returns ["Bob"]
self.user in a closure, made by Ada
  evaluated by Bob
    reads Bob
    reads Bob
  returns ["Bob"]'
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

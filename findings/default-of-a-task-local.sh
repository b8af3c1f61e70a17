#!/usr/bin/env bash
# The default of a task-local value is made once, under the bindings of whoever touches the value first.
#
# Version:  Swift 6.3.1
# Guess:    The default stands for "nothing is bound", so it is made without any bindings: at launch, or at the first read that finds no
#           binding. Binding a value does not need the default at all.
# Behavior: The default is the initial value of a global variable. It is made when the variable is first touched, and `withValue` touches it,
#           too. If the expression reads another task-local value, it sees what is bound at that moment, and the result is kept for the process.
# Why care: If the default of a task-local container is made from another task-local value, such as a user, a clock or another container, the
#           first test or request that touches it decides what every later one finds as the default.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.swift <<'SWIFT'
enum User {
    @TaskLocal static var name = "nobody"
}

struct Services {
    let madeFor = User.name
}

enum Read {
    @TaskLocal static var services = Services()
}

enum Bound {
    @TaskLocal static var services = Services()
}

User.$name.withValue("ada") { _ = Read.services }
print("first touched by a read of ada's:", Read.services.madeFor)

// Ada's code binds another value and never asks for the default.
let own = User.$name.withValue("own") { Services() }
User.$name.withValue("ada") { Bound.$services.withValue(own) {} }
print("first touched by a binding of ada's:", Bound.services.madeFor)
SWIFT
swiftc -swift-version 6 main.swift -o program
found=$(./program)
expected="first touched by a read of ada's: ada
first touched by a binding of ada's: ada"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

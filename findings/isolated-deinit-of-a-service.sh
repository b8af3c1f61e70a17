#!/usr/bin/env bash
# An `isolated deinit` sees no task-local values, even if it runs at once, on the actor that it is isolated to.
#
# Version:  Swift 6.3.1
# Guess:    Code on the main actor that releases the last reference runs the `isolated deinit` in place, as a plain one. So both see the values
#           that are bound there. Only if the `deinit` has to move to its actor may it lose them.
# Behavior: The plain `deinit` sees the bound value. The isolated one runs in place, before the next statement, and sees the values of no task:
#           also if the last reference goes on its own actor. Afterwards the values are as before.
# Why care: A service that is isolated to the main actor and says goodbye in its `deinit`, through the container of the current task, gets the
#           container of the process once the `deinit` becomes an isolated one: the real logger in a test, the root instead of a request.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.swift <<'SWIFT'
enum Current {
    @TaskLocal static var container = "the process's"
}

@MainActor final class Plain {
    deinit { print("plain deinit:", Current.container) }
}

@MainActor final class Isolated {
    isolated deinit { print("isolated deinit:", Current.container) }
}

@MainActor func release() {
    var (plain, isolated): (Plain?, Isolated?) = (Plain(), Isolated())
    Current.$container.withValue("the test's") {
        plain = nil
        print("the next statement:", Current.container)
        isolated = nil
        print("the next statement:", Current.container)
    }
    _ = (plain, isolated)
}

release()
SWIFT
found=
for optimization in -Onone -O; do
    swiftc "$optimization" -swift-version 6 main.swift -o program 2>log || { cat log; exit 1; }
    found+="${found:+$'\n'}$optimization"$'\n'"$(./program)"
done
expected="-Onone
plain deinit: the test's
the next statement: the test's
isolated deinit: the process's
the next statement: the test's
-O
plain deinit: the test's
the next statement: the test's
isolated deinit: the process's
the next statement: the test's"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

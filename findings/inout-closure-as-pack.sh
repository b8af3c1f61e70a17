#!/usr/bin/env bash
# A closure with an `inout` parameter converts to a function with a parameter pack, and its changes are lost.
#
# Version:  Swift 6.3.1
# Guess:    The closure has the type `(inout Int) -> Void`, which is no `(repeat each Argument) -> Result`. So the call does not compile.
# Behavior: A literal compiles without a warning, in debug and in release. The result takes an `Int`, and the closure changes a copy. Only a
#           function with an `inout` parameter is rejected.
# Why care: A function such as `bind`, which returns a closure that runs with a container, takes a pack of arguments. A callback that changes its
#           argument, such as one that configures a request, does nothing when it is bound.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.swift <<'SWIFT'
func bound<each Argument, Result>(
    _ operation: @escaping (repeat each Argument) -> Result
) -> (repeat each Argument) -> Result {
    { (arguments: repeat each Argument) in operation(repeat each arguments) }
}

let configure = bound { (retries: inout Int) in
    retries += 1
    print("the closure changes it to", retries)
}
print(type(of: configure))
var retries = 3
configure(retries)
print("the caller has", retries)
SWIFT
found=
for optimization in -Onone -O; do
    swiftc "$optimization" -swift-version 6 main.swift -o program
    found+="${found:+$'\n'}$optimization"$'\n'"$(./program)"
done
sed -e 's/^let configure = .*/func change(_ retries: inout Int) {/' -e 's/^print(type.*/let configure = bound(change)/' main.swift >function.swift
if swiftc -swift-version 6 function.swift -o program 2>log; then found+=$'\na function compiles'; else found+=$'\na function is rejected'; fi
expected="-Onone
(Int) -> ()
the closure changes it to 4
the caller has 3
-O
(Int) -> ()
the closure changes it to 4
the caller has 3
a function is rejected"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

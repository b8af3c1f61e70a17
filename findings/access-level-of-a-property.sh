#!/usr/bin/env bash
# A stored property that becomes `package` is checked for exclusive access at run time in a release build; as `internal` it is not.
#
# Version:  Swift 6.3.1
# Guess:    An access level says who may name a property. The code of the functions that use it stays the same.
# Behavior: With whole-module optimization, the compiler proves for an `internal` property of a class that accesses do not overlap, because it
#           sees all of them, and removes the checks. A `package` or `public` one may be accessed from other modules, so a check
#           stays, here before the closure. Nothing says so.
# Why care: Who cuts a library into modules makes properties `package` by the dozen. A container's resolutions then pay a call of the runtime
#           for each access of their state, which a build before the cut did not.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

found=""
for level in internal package public; do
    cat >Library.swift <<SWIFT
public final class Resolution {
    $level var depth = 0

    public init() {}
}

@inline(never) func visit(_ resolution: Resolution, _ body: () -> Void) {
    resolution.depth += 1
    body()
    resolution.depth -= 1
}

public func depth(of resolution: Resolution) -> Int {
    visit(resolution) { print("resolving") }
    return resolution.depth
}
SWIFT
    swiftc -O -wmo -parse-as-library -swift-version 6 -package-name finding -module-name Library -emit-ir Library.swift -o Library.ll
    checks=$(awk '/^define.*7Library5visit/ { inside = 1 } inside { print } inside && /^}/ { exit }' Library.ll | grep -c "call.*swift_beginAccess" || true)
    found+="$level: $checks calls of swift_beginAccess in visit"$'\n'
done
expected="internal: 0 calls of swift_beginAccess in visit
package: 1 calls of swift_beginAccess in visit
public: 1 calls of swift_beginAccess in visit
"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s" "$found"

#!/usr/bin/env bash
# A function with a typed error may be stored and called on macOS 13, but not in an array.
#
# Version:  Swift 6.3.1, for macOS 13, checked on Linux against a standard library of which only the target is changed
# Guess:    Typed throws are checked when a program is compiled. Like other functions, those with a typed error can be stored, collected and passed
#           as generic arguments on each system that the compiler supports.
# Behavior: A type that consists of such a function needs metadata, which macOS has since version 15. So the compiler refuses it as the
#           element of an array, as a generic argument, as an associated type and in an `Any`. It takes it in a property, an optional, a tuple and an
#           enum, and in the array if it is the only property of a structure. With `throws(Never)` there is no such limit.
# Why care: A container that keeps its factories in a dictionary, or a protocol with an associated type for their closures, compiles on Linux and on the
#           newest systems. With a typed error in the closure, it needs a later deployment target, or a structure around each closure.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
[ "$(uname -ms)" = "Linux x86_64" ] || { echo "skipped: this finding uses the standard library for Linux on x86-64"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >main.swift <<'SWIFT'
struct Refused: Error {}
protocol Kind { associatedtype Make }
struct Box<Value> { let value: Value }
struct Only { let make: () throws(Refused) -> Int }

struct InAProperty { let make: () throws(Refused) -> Int }
struct InAnOptional { let make: (() throws(Refused) -> Int)? }
struct InATuple { let make: (Int, () throws(Refused) -> Int) }
enum InAnEnum { case make(() throws(Refused) -> Int) }
func called(_ make: () throws(Refused) -> Int) throws(Refused) -> Int { try make() }
struct InAnArray { let make: [() throws(Refused) -> Int] }
struct InADictionary { let make: [Int: () throws(Refused) -> Int] }
struct InABox { let make: Box<() throws(Refused) -> Int> }
struct Associated: Kind { typealias Make = () throws(Refused) -> Int }
func erased(_ make: @escaping () throws(Refused) -> Int) -> Any { make }
struct OnlyInAnArray { let make: [Only] }
struct NeverInAnArray { let make: [() throws(Never) -> Int] }
struct AnyErrorInAnArray { let make: [() throws -> Int] }
SWIFT

# The standard library's interface for Linux says since when each declaration exists on Apple's systems.
library=$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift
target=x86_64-apple-macosx13.0
mkdir -p modules/Swift.swiftmodule
sed -e "s/-target x86_64-unknown-linux-gnu[0-9.]*/-target $target -disable-availability-checking/" \
    -e '/^import Glibc$/d' -e '/^ *@backDeployed(/d' -e 's/@backDeployed([^)]*) //' \
    "$library/linux/Swift.swiftmodule/x86_64-unknown-linux-gnu.swiftinterface" >modules/Swift.swiftmodule/x86_64-apple-macos.swiftinterface
swiftc -frontend -typecheck -parse-as-library -target "$target" -swift-version 6 -disable-objc-interop -sdk "$folder" -I modules \
    -disable-implicit-concurrency-module-import -disable-implicit-string-processing-module-import -module-cache-path cache main.swift \
    >log 2>&1 || true
swiftc -typecheck -parse-as-library -swift-version 6 main.swift

found="other errors: $(grep -E '^main.swift:[0-9]+:[0-9]+: error: ' log | grep -cv 'runtime support for typed throws function types is only available in macOS 15' || true)"
for number in $(seq 6 18); do
    verdict=compiles
    if grep -q "^main.swift:$number:.*error: runtime support for typed throws function types is only available in macOS 15" log; then
        verdict="needs macOS 15"
    fi
    found+=$'\n'"$(sed -n "${number}p" main.swift | cut -d ' ' -f 2 | cut -d '(' -f 1 | tr -d ':') $verdict"
done
expected="other errors: 0
InAProperty compiles
InAnOptional compiles
InATuple compiles
InAnEnum compiles
called compiles
InAnArray needs macOS 15
InADictionary needs macOS 15
InABox needs macOS 15
Associated needs macOS 15
erased needs macOS 15
OnlyInAnArray compiles
NeverInAnArray compiles
AnyErrorInAnArray compiles"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

#!/usr/bin/env bash
# A key path literal that names a generic type or has an index is made anew each time, also in a release build.
#
# Version:  Swift 6.3.1, on Linux with glibc
# Guess:    A literal such as `\Settings.shop` is made once and kept. In generic code it is made once for each type, at least where the optimizer has
#           made a copy of the code for that type. So is one with a constant index, such as `\[Int][0]`.
# Behavior: This is so if the compiler knows all types where the literal is written, also within a generic function. If the literal names a generic
#           parameter or `Self`, or has an index, even a constant one, each evaluation makes another object, with two allocations. It is so after
#           inlining, too, where the same literal with the type spelled out is kept. All of these are equal, but not identical. On x86_64, callgrind
#           counts some 11,000 instructions for `\Page<Item>.count`, in place of 240, and 34,000 for one with an index that is a string.
# Why care: A container that is asked by key path, or keeps overrides by key path, gets a new key in each call from a generic service or from an
#           extension of a protocol. The key then costs far more than the lookup, and a cache that compares by identity never finds it. Make the
#           key where the types are known, and pass it or store it in a property.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
getconf GNU_LIBC_VERSION >/dev/null 2>&1 || { echo "skipped: this finding is about Linux with glibc"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >allocations.c <<'C'
#include <errno.h>
#include <stddef.h>

void *__libc_malloc(size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static long count;

void *malloc(size_t size) { count++; return __libc_malloc(size); }
void *aligned_alloc(size_t alignment, size_t size) { count++; return __libc_memalign(alignment, size); }
int posix_memalign(void **result, size_t alignment, size_t size) {
    count++;
    *result = __libc_memalign(alignment, size);
    return *result ? 0 : ENOMEM;
}
long allocations(void) { return count; }
C
cat >allocations.h <<'C'
long allocations(void);
C
cat >main.swift <<'SWIFT'
protocol HasShop { var shop: String { get } }

extension HasShop {
    static var ofSelf: AnyKeyPath { \Self.shop }
}

struct Settings: HasShop { var shop = "Emma's" }

struct Page<Item> {
    var count = 0

    static var ofItem: AnyKeyPath { \Page<Item>.count }
    @inline(__always) static var inlined: AnyKeyPath { \Page<Item>.count }
    static var ofKnownType: AnyKeyPath { \Settings.shop }
}

func tell(_ name: String, _ make: () -> AnyKeyPath) {
    let first = make()
    var last = make()
    let before = allocations()
    for _ in 0..<1_000 { last = make() }
    let count = allocations() - before
    precondition(first == last)
    print("\(name): \(first === last ? "the same object" : "another object"), \(count) allocations in 1,000 evaluations")
}

tell("\\Settings.shop") { \Settings.shop }
tell("\\Page<Int>.count") { \Page<Int>.count }
tell("\\Settings.shop in a generic type") { Page<Int>.ofKnownType }
tell("\\Page<Item>.count") { Page<Int>.ofItem }
tell("\\Page<Item>.count, inlined") { Page<Int>.inlined }
tell("\\Self.shop") { Settings.ofSelf }
tell("\\[Int][0]") { \[Int][0] }
SWIFT
clang -O1 -c allocations.c -o allocations.o

found=""
for option in -Onone -O; do
    swiftc $option -swift-version 6 -import-objc-header allocations.h main.swift allocations.o -o program
    found+="$option"$'\n'"$(./program)"$'\n'
done
lines='\Settings.shop: the same object, 0 allocations in 1,000 evaluations
\Page<Int>.count: the same object, 0 allocations in 1,000 evaluations
\Settings.shop in a generic type: the same object, 0 allocations in 1,000 evaluations
\Page<Item>.count: another object, 2000 allocations in 1,000 evaluations
\Page<Item>.count, inlined: another object, 2000 allocations in 1,000 evaluations
\Self.shop: another object, 2000 allocations in 1,000 evaluations
\[Int][0]: another object, 2000 allocations in 1,000 evaluations'
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

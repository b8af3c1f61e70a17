#!/usr/bin/env bash
# `nonisolated(unsafe)` lets a task capture a value of a concrete type that is not `Sendable`, and not one of a generic type.
#
# Version:  Swift 6.3.1
# Guess:    `nonisolated(unsafe) let copy = value` tells the compiler that the programmer answers for the variable. Its type does not matter.
# Behavior: With a class, or a struct that contains one, the task may capture the copy. With a generic value, the same line is accepted without
#           a warning, and the capture is rejected as if the attribute were not there: "passing closure as a 'sending' parameter risks
#           causing data races". A struct around the value that is `@unchecked Sendable` is accepted.
# Why care: A container builds instances of generic types in tasks of its own, and answers for what their closures capture. A helper that
#           works for one service does not compile once it is generic.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >concrete.swift <<'SWIFT'
final class Service { var uses = 0 }

func use(_ service: Service) async { service.uses += 1 }

func start(_ service: Service) -> Task<Void, Never> {
    nonisolated(unsafe) let copy = service
    return Task { await use(copy) }
}
SWIFT
cat >generic.swift <<'SWIFT'
func use<Service>(_ service: Service) async {}

func start<Service>(_ service: Service) -> Task<Void, Never> {
    nonisolated(unsafe) let copy = service
    return Task { await use(copy) }
}
SWIFT
cat >wrapped.swift <<'SWIFT'
struct Copy<Service>: @unchecked Sendable { let service: Service }

func use<Service>(_ service: Service) async {}

func start<Service>(_ service: Service) -> Task<Void, Never> {
    let copy = Copy(service: service)
    return Task { await use(copy.service) }
}
SWIFT

found=""
for name in concrete generic wrapped; do
    # The check is a part of the compilation, and not of a type-check alone.
    swiftc -swift-version 6 -parse-as-library -emit-sil -o /dev/null $name.swift >log 2>&1 || true
    found+="$name: $(grep -oE -m 1 "(error|warning): .* \[#[A-Za-z]+\]" log || echo accepted)"$'\n'
done
expected="concrete: accepted
generic: error: passing closure as a 'sending' parameter risks causing data races between code in the current task and concurrent execution of the closure [#SendingClosureRisksDataRace]
wrapped: accepted
"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s" "$found"

#!/usr/bin/env bash
# A module selector before an implicit member does not choose among static members of a protocol.
#
# Version:  Swift 6.3.1
# Guess:    `.Birds::thing` names the member that the module `Birds` declares, as `Birds::thing` does for a function. A member of the same
#           name in the module `Cats` is not considered.
# Behavior: Of two static members of a protocol, in extensions for two types, both `.Birds::thing` and `.Cats::thing` are the one of `Cats`,
#           without a diagnostic. Without a selector, the use is ambiguous. Before the name of a function, the selector chooses.
# Why care: The traits of Swift Testing are such members. In a file that imports the test modules of two container libraries, which both have
#           a trait `.container`, a selector compiles and may isolate the test with the wrong library's container. Give one of the traits
#           another name in an extension of your own, in a file that imports only its library.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir -p Sources/{Animals,Birds,Cats,Finding}
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Finding",
    targets: [
        .target(name: "Animals"),
        .target(name: "Birds", dependencies: ["Animals"]),
        .target(name: "Cats", dependencies: ["Animals"]),
        .executableTarget(name: "Finding", dependencies: ["Animals", "Birds", "Cats"]),
    ]
)
SWIFT
cat >Sources/Animals/Animal.swift <<'SWIFT'
public protocol Animal {}

public struct Owned<Owner>: Animal {
    public init() {}
}
SWIFT
library() {
    cat >"Sources/$1/$1.swift" <<SWIFT
public import Animals

extension Animal where Self == Owned<$2> {
    public static var thing: Owned<$2> { Owned() }
}

public func thing() -> String { "$1" }
SWIFT
}
library Birds Int
library Cats String
finding() {
    cat >Sources/Finding/main.swift <<SWIFT
import Animals
import Birds
import Cats

func type(of animal: some Animal) -> String { "\(Swift.type(of: animal))" }
print($1)
SWIFT
}
finding '"function:", Birds::thing(), Cats::thing(), "member:", type(of: .Birds::thing), type(of: .Cats::thing)'
swift build >log 2>&1 || { cat log; exit 1; }
found=$(.build/debug/Finding)
finding 'type(of: .thing)'
swift build >log 2>&1 && found+=$'\nwithout a selector: compiles' || true
if grep -q "error: ambiguous use of 'thing'" log; then found+=$'\nwithout a selector: ambiguous use'; fi
expected="function: Birds Cats member: Owned<String> Owned<String>
without a selector: ambiguous use"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

#!/usr/bin/env bash
# A failed expectation describes every object that its value reaches, and an object again for each way that leads to it.
#
# Version:  Swift 6.3.1 and its Swift Testing
# Guess:    `#expect(shop.isOpen)` describes `shop` if it fails, to print "(shop → …).isOpen → false". What `shop` has is described only if the
#           description of `shop` does so. At worst, each object is described once.
# Behavior: The expectation keeps a tree of the value and of its stored properties, ten levels deep. An object that several others share is in
#           the tree for each of them, so three services that each have the three services below them make the tree three times larger for
#           each layer. Each element of the tree asks for two descriptions, one of `String(describing:)` and one of `String(reflecting:)`.
#           The log shows none of them but that of `shop`. It is so in `withKnownIssue`, too. An expectation that does not fail, or whose
#           value is a constant `Bool`, describes nothing.
# Why care: A service that has its dependencies, or its container, reaches all that a container has built. With ten such layers, one failed
#           expectation makes more than a hundred thousand descriptions, and keeps them. Each runs code of a service that the test does not
#           mention. Put the value in a constant first, or conform to `CustomReflectable` with a mirror without children.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir -p Tests/FindingTests
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(name: "Finding", targets: [.testTarget(name: "FindingTests")])
SWIFT

cat >Tests/FindingTests/FindingTests.swift <<'SWIFT'
import Testing

/// How many descriptions services have made.
nonisolated(unsafe) var descriptions = 0

class Service: CustomStringConvertible {
    var isOpen: Bool { false }
    var description: String {
        descriptions += 1
        return "a service"
    }
}

/// A service that has three others.
final class Layer<Below: Service>: Service {
    let first, second, third: Below

    init(_ below: [Below]) { (first, second, third) = (below[0], below[1], below[2]) }
}

/// The same, which shows none of them.
final class Opaque<Below: Service>: Service, CustomReflectable {
    let first, second, third: Below

    init(_ below: [Below]) { (first, second, third) = (below[0], below[1], below[2]) }

    var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

func note(_ name: String, _ expect: () throws -> Void) {
    descriptions = 0
    withKnownIssue(isIntermittent: true) { try expect() }
    print("noted: \(name): \(descriptions)")
}

func noteLayers<Below: Service>(below: [Below], objects: Int, layers: Int) {
    guard layers < 12 else { return }
    let shop = Layer(below)
    note("\(layers) layers, \(objects) services") { #expect(shop.isOpen) }
    noteLayers(below: (1...3).map { _ in Layer(below) }, objects: objects + 3, layers: layers + 1)
}

@Test func layers() {
    let services = [Service(), Service(), Service()]
    noteLayers(below: services, objects: 4, layers: 1)

    let shop = Layer([Layer(services), Layer(services), Layer(services)])
    note("2 layers, not failed") { #expect(!shop.isOpen) }
    note("2 layers, failed") { #expect(shop.isOpen) }
    note("2 layers, required") { try #require(shop.isOpen) }
    note("2 layers, a constant") {
        let isOpen = shop.isOpen
        #expect(isOpen)
    }
    let opaque = Opaque([Layer(services), Layer(services), Layer(services)])
    note("2 layers, without children") { #expect(opaque.isOpen) }
}
SWIFT
swift test >log 2>&1 || { cat log; exit 1; }
found=$(sed -n 's/^noted: //p' log; sed -n 's/.*Expectation failed: (shop/shown: (shop/p' log | sort -u)
expected="1 layers, 4 services: 8
2 layers, 7 services: 26
3 layers, 10 services: 80
4 layers, 13 services: 242
5 layers, 16 services: 728
6 layers, 19 services: 2186
7 layers, 22 services: 6560
8 layers, 25 services: 19682
9 layers, 28 services: 59048
10 layers, 31 services: 177146
11 layers, 34 services: 177146
2 layers, not failed: 0
2 layers, failed: 26
2 layers, required: 26
2 layers, a constant: 0
2 layers, without children: 2
shown: (shop → a service).isOpen → false"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

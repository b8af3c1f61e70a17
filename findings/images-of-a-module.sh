#!/usr/bin/env bash
# Whether a dynamic library sees a program's task-local value depends on what the optimizer inlines.
#
# Version:  Swift 6.3.1, Linux
# Guess:    A module is in a process once, so there is one task-local value, and a library's code sees what the program binds. Or the module is
#           linked into both and there are two: then the library's code never sees it. In each case a debug and a release build agree.
# Behavior: SwiftPM links the module into the program and into the library, without a warning, so there are two values with the same name. A debug
#           build of the library sees the process's. A release build inlines some of the library's functions into the program, across the
#           border of the dynamic library, and these use the program's value. What is called by a protocol stays in the library, and uses the
#           library's. If the product of the module is a dynamic library, too, there is one value, and both builds agree.
# Why care: A plug-in finds the program's container in one of its functions and not in the next one. A change of a function's size, or a debug
#           build, decides which container its services come from.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
[ "$(uname)" = Linux ] || { echo "skipped: this finding is about Linux"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir -p Context/Sources/Context Plugin/Sources/Plugin Program/Sources/Program
cat >Plugin/Package.swift <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Plugin",
    products: [.library(name: "Plugin", type: .dynamic, targets: ["Plugin"])],
    dependencies: [.package(path: "../Context")],
    targets: [.target(name: "Plugin", dependencies: ["Context"])]
)
SWIFT
cat >Program/Package.swift <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Program",
    dependencies: [.package(path: "../Context"), .package(path: "../Plugin")],
    targets: [.executableTarget(name: "Program", dependencies: ["Context", "Plugin"])]
)
SWIFT
cat >Context/Sources/Context/Container.swift <<'SWIFT'
public enum Container {
    @TaskLocal public static var name = "the process's"
}
SWIFT
cat >Plugin/Sources/Plugin/Plugin.swift <<'SWIFT'
import Context

public protocol Service {
    var container: String { get }
}

public func container() -> String { Container.name }

public func makeService() -> any Service { PluginService() }

struct PluginService: Service {
    var container: String { Container.name }
}
SWIFT
cat >Program/Sources/Program/main.swift <<'SWIFT'
import Context
import Plugin

Container.$name.withValue("the program's") {
    print("  the program sees", Container.name)
    print("  a function of the library sees", container())
    print("  a service of the library sees", makeService().container)
}
SWIFT
found=
for type in "" "type: .dynamic, "; do
    cat >Context/Package.swift <<SWIFT
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Context",
    products: [.library(name: "Context", ${type}targets: ["Context"])],
    targets: [.target(name: "Context")]
)
SWIFT
    for configuration in debug release; do
        rm -rf Program/.build
        swift build --package-path Program --configuration "$configuration" >log 2>&1 || { cat log; exit 1; }
        found+="${type:+dynamic module, }$configuration, $(grep -ci "warning:" log || true) warnings"$'\n'
        found+="$("Program/.build/$configuration/Program")"$'\n'
    done
done
found=${found%$'\n'}
expected="debug, 0 warnings
  the program sees the program's
  a function of the library sees the process's
  a service of the library sees the process's
release, 0 warnings
  the program sees the program's
  a function of the library sees the program's
  a service of the library sees the process's
dynamic module, debug, 0 warnings
  the program sees the program's
  a function of the library sees the program's
  a service of the library sees the program's
dynamic module, release, 0 warnings
  the program sees the program's
  a function of the library sees the program's
  a service of the library sees the program's"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

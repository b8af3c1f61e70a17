#!/usr/bin/env bash
# gRPC Swift runs a handler that is set after the call was cancelled under the lock that the call's cancellation has.
#
# Version:  Swift 6.3.1, grpc-swift-2 2.4.3
# Guess:    `withRPCCancellationHandler` is like `withTaskCancellationHandler`: a handler that is set too late runs at once, and may do what any
#           other may.
# Behavior: It runs at once, but under the lock. If it reads `isCancelled` of the call, or calls `cancel()`, the program stops with "Recursive call
#           to lock Mutex". The same handler, set before the cancellation, reads `true`.
# Why care: The deadline of a client, the end of its connection or a shutdown decides whether the handler is set before or after, so this stops a
#           server rarely, and from outside. A handler that is bound to a container resolves dependencies, and their closures run under this
#           lock, too: one that looks at the call, or waits for a thread that does, stops the server or hangs.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir -p Sources/Finding
cat >Package.swift <<'SWIFT'
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Finding",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/grpc/grpc-swift-2.git", exact: "2.4.3")],
    targets: [
        .executableTarget(name: "Finding", dependencies: [.product(name: "GRPCCore", package: "grpc-swift-2")])
    ]
)
SWIFT
cat >Sources/Finding/Finding.swift <<'SWIFT'
import Foundation
import GRPCCore

/// Writes at once, because the program stops before it would.
func note(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }

@main struct Program {
    static func main() async { await run() }

    @concurrent static func run() async {
        await withServerContextRPCCancellationHandle { call in
            await withRPCCancellationHandler {
                call.cancel()
            } onCancelRPC: {
                note("set before the cancellation: \(call.isCancelled)")
            }
        }
        await withServerContextRPCCancellationHandle { call in
            call.cancel()
            await withRPCCancellationHandler {
                note("the operation begins")
            } onCancelRPC: {
                note("set after the cancellation: begins")
                note("set after the cancellation: \(call.isCancelled)")
            }
        }
    }
}
SWIFT
swift build >log 2>&1 || { cat log; exit 1; }
found=$(SWIFT_BACKTRACE=enable=no timeout 60 .build/debug/Finding 2>errors || echo "stopped: $(grep -o "Recursive call to lock Mutex" errors)")
expected="set before the cancellation: true
set after the cancellation: begins
stopped: Recursive call to lock Mutex"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

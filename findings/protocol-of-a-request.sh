#!/usr/bin/env bash
# A `URLProtocol` decides whether it loads a request under the bindings of the request's task, and loads it under none.
#
# Version:  Swift 6.3.1 and its Foundation, on Linux
# Guess:    A session asks and uses the classes of its protocols on a queue of its own, so all of their methods see the process's values. Or
#           `await session.data(for:)` is a call as any other, and all of them see what is bound around it.
# Behavior: `canInit(with:)` runs within the call, and sees what is bound around it. If a task is made first, it sees what is bound where the
#           task is resumed. The initializer, `startLoading()` and the completion handler see the process's values.
# Why care: A mock of the network that answers from a task-local container takes a request if the container has an answer to it. Then it looks for the
#           answer where nothing is bound, and finds none, or the process's. A mock that takes all requests does not show this. Let the request
#           name its answer, in a header for example.
set -euo pipefail
swift --version 2>&1 | grep -q "Swift version 6\.3\.1 " || { echo "skipped: this finding is about Swift 6.3.1"; exit 77; }
[ "$(uname)" = Linux ] || { echo "skipped: this finding is about Linux"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >Finding.swift <<'SWIFT'
import Foundation
import FoundationNetworking

enum Container {
    @TaskLocal static var name = "the process's"
}

/// Answers each request at once.
final class Mock: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool {
        print("  canInit sees", Container.name)
        return true
    }

    required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
        print("  init sees", Container.name)
        super.init(request: request, cachedResponse: cachedResponse, client: client)
    }

    override func startLoading() {
        print("  startLoading sees", Container.name)
        let response = HTTPURLResponse(url: request.url!, statusCode: 200, httpVersion: nil, headerFields: nil)!
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data("book".utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

@main struct Finding {
    static func main() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Mock.self]
        let session = URLSession(configuration: configuration)
        let url = URL(string: "http://shop.invalid/books")!

        print("data(from:)")
        try await Container.$name.withValue("the caller's") {
            _ = try await session.data(from: url)
        }

        print("dataTask(with:completionHandler:)")
        await withCheckedContinuation { continuation in
            let task = Container.$name.withValue("the maker's") {
                session.dataTask(with: url) { _, _, _ in
                    print("  the handler sees", Container.name)
                    continuation.resume()
                }
            }
            Container.$name.withValue("the resumer's") { task.resume() }
        }
    }
}
SWIFT
swiftc -swift-version 6 -parse-as-library Finding.swift -o finding
found=$(./finding)
expected="data(from:)
  canInit sees the caller's
  init sees the process's
  startLoading sees the process's
dataTask(with:completionHandler:)
  canInit sees the resumer's
  init sees the process's
  startLoading sees the process's
  the handler sees the process's"
if [ "$found" != "$expected" ]; then
    printf "changed: expected\n%s\nfound\n%s\n" "$expected" "$found"
    exit 1
fi
printf "%s\n" "$found"

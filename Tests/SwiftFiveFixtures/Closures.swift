import Wiring
import WiringLifecycle

enum Failed: Error { case offline }

// What `Tests/ClosureFixtures` has, in short.

public func bindClosures(_ container: Container) {
    _ = container.bind { (text: String) in text }
    _ = container.bind { (pair: (Int, Int)) in pair.0 }
    _ = container.bind { () throws(Failed) in throw Failed.offline }
    _ = container.bind { (_: String, _: Int) throws(Failed) -> Int in throw Failed.offline }
    _ = container.bind { (_: String) async throws(Failed) in throw Failed.offline }
    _ = container.bindOnMainActor { (_: String) throws(Failed) -> Int in throw Failed.offline }
    _ = Task.detached(operation: container.bind { 1 })
}

public func operate(_ container: Container) async throws {
    try withContainer { _ in
    } operation: { () throws(Failed) in
        throw Failed.offline
    }
    _ = withContainer(for: Container.self) { _ in
    } operation: {
        1
    }
    try await withChildContainer { _ in
    } operation: { () async throws(Failed) in
        throw Failed.offline
    }
    try await container.run { () async throws(Failed) in throw Failed.offline }
}

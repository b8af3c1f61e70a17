import Wiring
import WiringLifecycle
import WiringTesting

func operations(_ container: Container, _ number: inout Int) throws {
    withContainer { _ in
        number += 1
    } operation: {
        number += 1
    }
    _ = withContainer { _ in
    } operation: {
        (1, opaque())
    }
    withContainer { @Sendable _ in
    } operation: { @Sendable in
    }
    let never: () -> Never = {
        withContainer { _ in
        } operation: {
            fatalError()
        }
    }
    _ = never
    _ = try withContainer { _ in
        throw Failed.offline
    } operation: {
        try untyped()
    }
    try withContainer { (_: Container) throws(Failed) in
        throw .offline
    } operation: { () throws(Failed) in
        throw .offline
    }
    _ = try withContainer(changes: { _ in }, operation: typed)

    withContainer(for: Other.self) {
        $0.reset()
    } operation: {
    }
    _ = withContainer(for: Container.self, Other.self) { _, other in
        other.reset()
    } operation: {
        1
    }
    try withContainer(for: Container.self, Other.self) { _, _ in
        throw Failed.offline
    } operation: {
    }
    try withContainer(for: Container.self, Other.self) { (_: Container, _: Other) throws(Failed) in
        throw .offline
    } operation: { () throws(Failed) in
        throw .offline
    }
    try withContainer(for: Container.self, Other.self) { _, _ in
    } operation: { () throws(Failed) in
        throw .offline
    }
    try withContainer(for: Other.self) { (_: Other) throws(Failed) in
        throw .offline
    } operation: {
    }

    try withContainer(from: container) { _ in
    } operation: { () throws(Failed) in
        throw .offline
    }
    do throws(Failed) {
        try withExistingContainer(container) { () throws(Failed) in throw .offline }
        _ = try withContainer(Overrides { _ in }) { () throws(Failed) -> (Int, String) in throw .offline }
    } catch { _ = error as Failed }

    withChildContainer { _ in
        number += 1
    } operation: {
        number += 1
    }
    try withChildContainer { (_: Container) throws(Failed) in
    } operation: { () throws(Failed) in
        throw .offline
    }
    try withChildContainer(of: Other.shared) { _ in
    } operation: { () throws(Failed) in
        throw .offline
    }

    withTestContainer(.inheriting) { _ in
        number += 1
    } operation: {
        number += 1
    }
    try withTestContainer(.inheriting) { _ in
    } operation: { () throws(Failed) in
        throw .offline
    }
    do throws(Failed) {
        try withTestContainer(.inheriting, allowing: \.number) { () throws(Failed) in throw .offline }
        try withTestContainer(.inheriting, for: Other.self) { () throws(Failed) in throw .offline }
    } catch { _ = error as Failed }

    // Changes that throw nothing keep the type of the operation's error.
    do throws(Failed) {
        try withContainer {
            $0.reset()
        } operation: { () throws(Failed) in
            throw .offline
        }
        _ = try withContainer(changes: { _ in }, operation: typed)
        try withContainer(for: Other.self) { _ in
        } operation: { () throws(Failed) in
            throw .offline
        }
        try withContainer(for: Container.self, Other.self) { _, _ in
        } operation: { () throws(Failed) in
            throw .offline
        }
        try withContainer(from: container) { _ in
        } operation: { () throws(Failed) in
            throw .offline
        }
        try withChildContainer { _ in
        } operation: { () throws(Failed) in
            throw .offline
        }
        try withChildContainer(of: container) { _ in
        } operation: { () throws(Failed) in
            throw .offline
        }
        try withTestContainer(.inheriting) { _ in
        } operation: { () throws(Failed) in
            throw .offline
        }
    } catch { _ = error as Failed }

    func packs<each T>(_ values: repeat each T) -> (repeat each T) {
        withContainer { _ in
        } operation: {
            (repeat each values)
        }
    }
    _ = packs(1, "a")
}

func noncopyableOperations(_ container: Container) throws {
    var result = withContainer { _ in
    } operation: {
        Ticket()
    }
    result = try withContainer { _ in
        throw Failed.offline
    } operation: {
        try ticket()
    }
    result = withContainer(for: Other.self) { _ in
    } operation: {
        Ticket()
    }
    result = withContainer(for: Container.self, Other.self) { _, _ in
    } operation: {
        Ticket()
    }
    result = try withContainer(for: Container.self, Other.self) { (_: Container, _: Other) throws(Failed) in
        throw .offline
    } operation: {
        try ticket()
    }
    result = withContainer(Overrides { _ in }) { Ticket() }
    result = try withExistingContainer(container, operation: ticket)
    result = withContainer(from: container) { _ in
    } operation: {
        Ticket()
    }
    result = withChildContainer { _ in
    } operation: {
        Ticket()
    }
    result = try withChildContainer(of: container) { _ in
        throw Failed.offline
    } operation: {
        Ticket()
    }
    result = withTestContainer(.inheriting) { Ticket() }
    result = try withTestContainer(.inheriting) { _ in
        throw Failed.offline
    } operation: {
        Ticket()
    }
    result = withTestContainer(.inheriting, for: Other.self) { Ticket() }
    result.number += 1
    withContainer { _ in
    } operation: {
        Ticket()
    }
}

func noncopyableOperationsLater(_ container: Container) async throws {
    var result = await withContainer { _ in
        _ = await later()
    } operation: {
        Ticket()
    }
    result = try await withContainer(changes: { _ in }, operation: ticketLater)
    result = try await withContainer { _ in
        throw Failed.offline
    } operation: {
        try await ticketLater()
    }
    result = await withContainer(for: Other.self) { _ in
        _ = await later()
    } operation: {
        Ticket()
    }
    result = try await withContainer(for: Container.self, Other.self) { _, _ in
        throw Failed.offline
    } operation: {
        try await ticketLater()
    }
    result = try await withContainer(AsyncOverrides { _ in }) { Ticket() }
    result = try await withExistingContainer(container, operation: ticketLater)
    result = try await withContainer(from: container) { _ in
    } operation: {
        try await ticketLater()
    }
    result = try await withChildContainer { _ in
    } operation: {
        try await ticketLater()
    }
    result = try await withChildContainer(of: container) { _ in
        throw Failed.offline
    } operation: {
        try await ticketLater()
    }
    result = try await withTestContainer(.inheriting, operation: ticketLater)
    result = try await withTestContainer(.inheriting) { _ in
        throw Failed.offline
    } operation: {
        try await ticketLater()
    }
    result = try await withTestContainer(.inheriting, for: Other.self) { try await ticketLater() }
    result.number += 1
}

func operationsLater(_ container: Container) async throws {
    var number = 1
    await withContainer { _ in
        number += await later()
    } operation: {
        number += await later()
    }
    _ = await withContainer { _ in
    } operation: {
        (await later(), opaque())
    }
    _ = await withContainer { @Disk _ in
    } operation: { @Disk () async in
        1
    }
    _ = await withContainer { _ in
    } operation: { @MainActor () async in
        1
    }
    _ = await withContainer { _ in
    } operation: { @concurrent () async in
        1
    }
    try await withContainer { (_: Container) async throws(Failed) in
        throw .offline
    } operation: { () async throws(Failed) in
        throw .offline
    }
    _ = try await withContainer(changes: { _ in }, operation: typedLater)

    await withContainer(for: Other.self) { _ in
        _ = await later()
    } operation: {
    }
    _ = await withContainer(for: Container.self, Other.self) { _, other in
        other.reset()
    } operation: {
        await later()
    }
    _ = try await withContainer(for: Container.self, Other.self) { _, _ in
        throw Failed.offline
    } operation: {
        await later()
    }
    try await withContainer(for: Container.self, Other.self) { (_: Container, _: Other) throws(Failed) in
        throw .offline
    } operation: { () async throws(Failed) in
        throw .offline
    }

    try await withContainer(from: container) { _ in
    } operation: { () async throws(Failed) in
        throw .offline
    }
    try await withContainer(AsyncOverrides { @Disk _ in throw Failed.offline }) { () async throws(Failed) in
        throw .offline
    }
    do throws(Failed) {
        try await withContainer { _ in
            _ = await later()
        } operation: { () async throws(Failed) in
            throw .offline
        }
        _ = try await withContainer(changes: { _ in }, operation: typedLater)
        try await withContainer(for: Other.self) { _ in
        } operation: { () async throws(Failed) in
            throw .offline
        }
        try await withContainer(for: Container.self, Other.self) { _, _ in
        } operation: { () async throws(Failed) in
            throw .offline
        }
        try await withContainer(from: container) { _ in
        } operation: { () async throws(Failed) in
            throw .offline
        }
        try await withChildContainer { _ in
        } operation: { () async throws(Failed) in
            throw .offline
        }
        try await withChildContainer(of: container) { _ in
        } operation: { () async throws(Failed) in
            throw .offline
        }
        try await withTestContainer(.inheriting) { _ in
        } operation: { () async throws(Failed) in
            throw .offline
        }
        try await withExistingContainer(container) { () async throws(Failed) in throw .offline }
        _ = try await withContainer(Overrides { _ in }) { () async throws(Failed) -> (Int, String) in throw .offline }
    } catch { _ = error as Failed }

    try await withChildContainer { (_: Container) async throws(Failed) in
    } operation: { () async throws(Failed) in
        throw .offline
    }
    try await withChildContainer(of: Other.shared) { _ in
    } operation: { () async throws(Failed) in
        throw .offline
    }

    try await withTestContainer(.inheriting) { _ in
    } operation: { () async throws(Failed) in
        throw .offline
    }
    do throws(Failed) {
        try await withTestContainer(.inheriting) { () async throws(Failed) in throw .offline }
        try await withTestContainer(.inheriting, for: Other.self) { () async throws(Failed) in throw .offline }
    } catch { _ = error as Failed }
}

func runs(_ container: Container) async throws {
    try await container.run {}
    let (number, text) = try await container.run { (await later(), "a") }
    _ = (number, text)
    try await container.run { throw Failed.offline }
    try await container.run { () throws(Failed) in throw .offline }
    try await container.run { () async throws(Failed) in throw .offline }
    try await container.run { @MainActor () async throws(Failed) in throw .offline }
    _ = try await container.run { @Disk () throws(Failed) -> Int in throw .offline }
    _ = try await container.run { @concurrent () async throws(Failed) -> Int in throw .offline }
    try await container.run(\.service) { () async throws(Failed) in throw .offline }
    try await container.run(\.service, \.service) { () async throws(Failed) in throw .offline }
    try await container.run(\.service, \.service, \.service, \.service, \.service) { () async throws(Failed) in
        throw .offline
    }
    try await container.run(body: typedLater)
    _ = try await container.run { opaque() }
    try await container.run { @Sendable in }
}

@MainActor func runsOnMainActor(_ container: Container, _ box: Box) async throws {
    try await container.run { box.number = 1 }
    try await container.run { () async throws(Failed) in box.number = 1 }
}

// In a release build, the compiler fails on these if one type is a pack, which is then empty (Swift 6.3). They are public, because it
// does not compile an internal function that nothing calls.

@concurrent
public func operationForOneType() async {
    withContainer(for: Other.self) { _ in
    } operation: {
    }
}

@concurrent
public func operationForOneTypeAfterChangesThatThrow() async throws {
    try withContainer(for: Other.self) { _ in
        throw Failed.offline
    } operation: {
    }
}

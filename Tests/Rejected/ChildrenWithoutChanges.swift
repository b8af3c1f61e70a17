// A child is created with changes and an operation, even if nothing changes. An existing container is not copied.

import Wiring

func serve() async throws -> Int { 1 }

func makeChildren(of parent: Container) async throws {
    try await withChildContainer { _ in
    } operation: {
        _ = try await serve()
    }
    try await withChildContainer(of: parent) { _ in
    } operation: {
        _ = try await serve()
    }
    _ = withChildContainer { 1 }  // error: `withChildContainer { _ in } operation: { … }`
    _ = withChildContainer(of: parent) { 1 }  // error: `withChildContainer(of: parent) { _ in } operation: { … }`
    let work: () async throws -> Int = { try await serve() }
    _ = withContainer(parent) { 1 }  // error: `withExistingContainer(container) { … }`
    _ = withChildContainer(work)  // error: Pass changes, too
}

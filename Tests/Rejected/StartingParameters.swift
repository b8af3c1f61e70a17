// `run` and `start` name dependencies without a parameter, or one for a parameter.

import Wiring
import WiringAsync
import WiringLifecycle
import WiringModules

extension Container {
    var server: Factory<String> { self { "" } }
    var archive: AsyncFactory<Int, any Error> { self { 1 } }
    var license: ThrowingFactory<Int, any Error> { self { 1 } }
    var plugins: Collected<Int> { collected() }
    var page: ParameterFactory<Int, String> { self { "page \($0)" } }
    var sheet: AsyncParameterFactory<Int, String, any Error> { self { "sheet \($0)" } }
    var draft: ThrowingParameterFactory<Int, String, any Error> { self { "draft \($0)" } }
    var limit: Int { 3 }
}

func serve() async {}

func runDependencies(_ container: Container) async throws {
    try await container.run(\.server) { await serve() }
    try await container.run(\.server, \.archive, \.license, \.plugins) { await serve() }
    try await container.run(\.server, \.archive, \.license, \.plugins, \.server) { await serve() }
    try await container.run(\.page[7]) { await serve() }
    try await container.run(\.page) { await serve() }  // error: `run` cannot name a declaration with a parameter
    try await container.run(\.server, \.sheet) {}  // error: `run` cannot name a declaration with a parameter
    try await container.run(\.draft, \.server, \.page) {}  // error: `run` cannot name a declaration with a parameter
    let number = try await container.run(\.page) { 1 }  // error: `run` cannot name a declaration with a parameter
    _ = number
    try await container.run(\.limit) { await serve() }  // error: conform to 'Startable'
}

func startDependencies(_ container: Container) async throws {
    try await container.start(\.server)
    try await container.start(\.server, \.archive, \.license, \.plugins)
    try await container.start(\.page[7])
    try await container.start(\.page)  // error: `start` cannot name a declaration with a parameter
    try await container.start(\.server, \.sheet)  // error: `start` cannot name a declaration with a parameter
    try await container.start(\.limit)  // error: conform to 'Startable'
}

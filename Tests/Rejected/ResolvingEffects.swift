// Resolving a factory whose closure may throw or await needs `try` or `await`.

import Wiring
import WiringAsync

enum ReadError: Error { case missing }

func read() async throws -> Int { 1 }
func count() async -> Int { 1 }

extension Container {
    var number: Factory<Int> { self { 1 } }
    var total: AsyncFactory<Int, Never> { self { await count() } }
    var archive: AsyncFactory<Int, any Error> { self { try await read() } }
    var typed: AsyncFactory<Int, ReadError> { self { () async throws(ReadError) in throw .missing } }
    var license: ThrowingFactory<Int, any Error> { self { throw ReadError.missing } }
    var constant: ThrowingFactory<Int, Never> { self { 1 } }
    var page: AsyncParameterFactory<Int, Int, any Error> { self { $0 } }
    var draft: ThrowingParameterFactory<Int, Int, any Error> { self { $0 } }
}

func resolveInFunction(_ container: Container) {
    _ = container.constant()
    _ = container.constant.resolve()
    _ = try? container.license()
    do { _ = try container.license() } catch {}
    _ = container.total()  // error: 'async' call in a function that does not support concurrency
    _ = container.total.resolve()  // error: 'async' call in a function that does not support concurrency
    _ = try? container.archive()  // error: 'async' call in a function that does not support concurrency
    _ = try? container.page(1)  // error: 'async' call in a function that does not support concurrency
    _ = container.license()  // error: call can throw, but it is not marked with 'try'
    _ = container.license.resolve()  // error: call can throw, but it is not marked with 'try'
    _ = container.draft(1)  // error: call can throw, but it is not marked with 'try'
    _ = try container.license()  // error: errors thrown from here are not handled
    _ = try container.constant()  // warning: no calls to throwing functions occur within 'try' expression
}

func resolveInThrowingFunction(_ container: Container) throws {
    _ = try container.license()
    _ = container.license()  // error: call can throw but is not marked with 'try'
    _ = try container.archive()  // error: 'async' call in a function that does not support concurrency
}

func resolveInAsyncFunction(_ container: Container) async {
    _ = await container.total()
    _ = await container.total.resolve()
    do { _ = try await container.typed() } catch { let _: ReadError = error }
    _ = container.total()  // error: expression is 'async' but is not marked with 'await'
    _ = await container.archive()  // error: call can throw, but it is not marked with 'try'
    _ = try await container.archive()  // error: errors thrown from here are not handled
    _ = try await container.total()  // warning: no calls to throwing functions occur within 'try' expression
}

func resolveInAsyncThrowingFunction(_ container: Container) async throws {
    _ = try await container.archive()
    _ = try await container.page(1)
    _ = await container.archive()  // error: call can throw but is not marked with 'try'
    _ = try container.archive()  // error: expression is 'async' but is not marked with 'await'
}

extension Container {
    var sum: AsyncFactory<Int, any Error> { self { try await self.archive() + self.total() + self.license() } }
    var throwing: ThrowingFactory<Int, any Error> { self { try self.license() + self.constant() } }
    var synchronous: Factory<Int> { self { self.constant() } }

    var synchronousTotal: Factory<Int> {
        self { self.total() }  // error: 'async' call in a function that does not support concurrency
    }
    var synchronousAwait: Factory<Int> {
        self { await self.total() }  // error: declare an `AsyncFactory<T, Never>`
    }
    var synchronousLicense: Factory<Int> {
        self { self.license() }  // error: call can throw, but it is not marked with 'try'
    }
    var synchronousTry: Factory<Int> {
        self { try self.license() }  // error: declare a `ThrowingFactory<T, any Error>`
    }
    var synchronousArchive: Factory<Int> {
        self { try await self.archive() }  // error: declare an `AsyncFactory<T, Never>`
    }
    var throwingTotal: ThrowingFactory<Int, any Error> {
        self { self.total() }  // error: 'async' call in a function that does not support concurrency
    }
    var throwingArchive: ThrowingFactory<Int, any Error> {
        self { try await self.archive() }  // error: cannot pass function of type '() async throws -> Int'
    }
    var throwingLicense: ThrowingFactory<Int, any Error> {
        self { self.license() }  // error: call can throw, but it is not marked with 'try'
    }
    var asyncArchive: AsyncFactory<Int, any Error> {
        self { await self.archive() }  // error: call can throw, but it is not marked with 'try'
    }
    var asyncTotal: AsyncFactory<Int, any Error> {
        self { self.total() }  // error: expression is 'async' but is not marked with 'await'
    }
    var typedArchive: AsyncFactory<Int, ReadError> {
        self { () async throws(ReadError) in
            try await self.archive()  // error: 'any Error' cannot be converted to error type 'ReadError'
        }
    }
}

func replace(_ container: Container) {
    container.number.register { 2 }
    container.total.register { await count() }
    container.archive.override { try await read() }
    container.typed.register { () async throws(ReadError) in throw .missing }
    container.license.onTest { throw ReadError.missing }
    container.number.register { await count() }  // error: cannot pass function of type '() async -> Int'
    container.number.register { throw ReadError.missing }  // error: invalid conversion from throwing function
    container.total.register { try await read() }  // error: invalid conversion from throwing function
    container.total.onTest { try await read() }  // error: invalid conversion from throwing function
    container.typed.override { try await read() }  // error: invalid conversion of thrown error type 'any Error'
    container.license.override { try await read() }  // error: cannot pass function of type '() async throws -> Int'
}

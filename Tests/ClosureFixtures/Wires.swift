import Wiring
import WiringAsync

extension Container {
    var wiredNothing: Factory<Void> { wire({ (_: Int) in }) { $0.number } }
    var wiredValue: Factory<Int> { wire({ @Sendable (number: Int) in number }) { $0.number } }
    var wiredNever: Factory<Never> { wire({ (_: Int) -> Never in fatalError() }) { $0.number } }
    var wiredTuple: Factory<(Int, String)> { wire({ (pair: (Int, String), _: Int) in pair }) { ($0.tuple, $0.number) } }
    var wiredOpaque: Factory<any Greeting> { wire({ (_: Int) in opaque() }) { $0.number } }
    var wiredCopy: Factory<Int> { wire({ (number: inout Int) in number }) { $0.number } }
    var wiredThree: Factory<Int> {
        wire({ (_: Int, pair: (Int, String), _: Int) in pair.0 }) { ($0.number, $0.tuple, $0.number) }
    }
    var wiredMany: Factory<Int> {
        wire({ (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, pair: (Int, String)) in pair.0 }) {
            ($0.number, $0.number, $0.number, $0.number, $0.number, $0.number, $0.number, $0.number, $0.tuple)
        }
    }
    var wiredPage: ParameterFactory<(Int, String), Int> {
        wire({ (pair: (Int, String), _: Int) in pair.0 }) { $0.number }
    }

    var wiredTyped: ThrowingFactory<Int, Failed> { wire({ (_: Int) throws(Failed) in throw .offline }) { $0.number } }
    var wiredTypedFunction: ThrowingFactory<Int, Failed> { wire(wiring) { $0.number } }
    var wiredAny: ThrowingFactory<Int, any Error> { wire({ (_: Int) throws(Failed) in throw .offline }) { $0.number } }
    var wiredUntyped: ThrowingFactory<Int, any Error> { wire({ (_: Int) in throw Failed.offline }) { $0.number } }
    var wiredToThrowing: ThrowingFactory<(Int, String), any Error> {
        wire({ (pair: (Int, String), _: Int) throws(Failed) in throw .offline }) { ($0.tuple, $0.throwing) }
    }
    var wiredManyTyped: ThrowingFactory<Int, any Error> {
        wire({ (_: Int, _: Int, _: Int, _: Int, _: (Int, String)) throws(Failed) in throw .offline }) {
            ($0.number, $0.number, $0.number, $0.throwing, $0.tuple)
        }
    }
    var wiredThrowingPage: ThrowingParameterFactory<(Int, String), Int, any Error> {
        wire({ (_: (Int, String), _: Int) throws(Failed) in throw .offline }) { $0.number }
    }

    var wiredLater: AsyncFactory<Int, Never> { wire({ (_: Int) async in await later() }) { $0.number } }
    var wiredPlainLater: AsyncFactory<Int, Never> {
        wire({ (_: Int, pair: (Int, String)) in pair.0 }) { ($0.number, $0.tuple) }
    }
    var wiredTypedLater: AsyncFactory<Int, any Error> {
        wire({ (_: Int) async throws(Failed) in throw .offline }) { $0.number }
    }
    var wiredTupleLater: AsyncFactory<(Int, String), any Error> {
        wire({ (_: Int, _: (Int, String)) async throws(Failed) in throw .offline }) { ($0.asynchronous, $0.tuple) }
    }
    var wiredOnMainActor: AsyncFactory<Int, any Error> {
        wire({ @MainActor (_: Int) async throws(Failed) in throw .offline }) { $0.number }
    }
    var wiredOnDisk: AsyncFactory<Int, Never> { wire({ @Disk (_: Int) async in 1 }) { $0.number } }
    var wiredConcurrent: AsyncFactory<Int, any Error> {
        wire({ @concurrent (_: Int) async throws in throw Failed.offline }) { $0.number }
    }
    var wiredPageLater: AsyncParameterFactory<(Int, String), Int, any Error> {
        wire({ (_: (Int, String), _: Int) async throws(Failed) in throw .offline }) { $0.number }
    }
}

private func wiring(_ number: Int) throws(Failed) -> Int { throw .offline }

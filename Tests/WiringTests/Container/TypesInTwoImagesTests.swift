import Testing
import WiringTestSupport
import WiringTesting

private struct Plain {}
private struct Generic<T> {
    struct Nested {}
}
private struct Packed<each T> {}
private struct Sized<let count: Int> {}
private protocol Acting {
    associatedtype Value
}
private protocol Primary<Value> {
    associatedtype Value
}
private class Base {}
@globalActor private actor Disk { static let shared = Disk() }
private enum Torn: Error {}

extension Array {
    fileprivate struct Extended {}
}

extension Container {
    fileprivate var parameterized: ParameterFactory<Plain, Generic<Int>> { self { _ in Generic() } }
}

private final class PrivateContainer: ManagedContainer {
    let manager = ContainerManager()
    var product: Factory<Product> { self { Product("live") } }
}

/// A change is told if a type of its declaration exists in two images. `Tests/TwoCopies` has a program in which one does.
@Suite(.container) struct TypesInTwoImagesTests {
    private let lines = Collection<String>()

    init() { Container.shared.manager.logger = { [lines] in lines.add($0) } }

    private func change<T>(_: T.Type) { Container.shared { () -> T in fatalError() }.register { fatalError() } }

    @Test func nominalTypesExistOnce() {
        struct Local {}
        func inClosure() -> any Any.Type {
            let type = { () -> any Any.Type in
                struct Local {}
                return Local.self
            }
            return type()
        }
        func open<T>(_ type: T.Type) { change(type) }
        change(Plain.self)
        change(Local.self)
        open(inClosure())
        change(Generic<Plain>.self)
        change(Generic<Local>.Nested.self)
        change([Int].Extended.self)
        change(Packed<Int, Plain>.self)
        change(Sized<3>.self)
        change([String: [Plain?]].self)
        change(Task<Plain, Never>.self)
        change(UnsafeMutablePointer<Int>.self)
        change(Disk.self)
        open(type(of: [1].lazy.map { $0 }))
        #expect(lines.values == [])
    }

    @Test func existentialTypesExistOnce() {
        change(Any.self)
        change(AnyObject.self)
        change((any Acting).self)
        change((any Acting & Sendable).self)
        change((any Base & Acting).self)
        change((any Primary<Int>).self)
        change((any Error).self)
        change(Any.Type.self)
        change((any Acting.Type).self)
        change((any Acting).Type.self)
        change(Int.Type.self)
        #expect(lines.values == [])
    }

    @Test func tuplesAndFunctionsExistOnce() {
        typealias Sending = (sending Base) -> Void
        typealias SendingResult = () -> sending Base
        typealias Borrowing = (borrowing Plain) -> Void
        typealias Consuming = (consuming Plain) -> Void
        typealias Isolated = (isolated Disk) -> Void
        typealias Automatic = (@autoclosure () -> Int) -> Void
        typealias Variadic = (Int...) -> Void
        change(Void.self)
        change(Never.self)
        change((Int, Plain).self)
        change((first: Int, second: Plain).self)
        change((() -> Plain).self)
        change((@Sendable (inout Int) -> Void).self)
        change((@MainActor () -> Void).self)
        change((@Disk (Int) async throws -> Plain).self)
        change((() throws(Torn) -> Void).self)
        change((@isolated(any) () -> Void).self)
        change((@convention(c) () -> Void).self)
        change((nonisolated(nonsending) () async -> Void).self)
        change((@concurrent () async -> Void).self)
        change(((() -> Int) -> Void).self)
        change([(@escaping () -> Int) -> Void].self)
        change(Sending.self)
        change(SendingResult.self)
        change(Borrowing.self)
        change(Consuming.self)
        change(Isolated.self)
        change(Automatic.self)
        change(Variadic.self)
        #expect(lines.values == [])
    }

    @Test func parametersAndContainersExistOnce() {
        Container.shared.parameterized.register { _ in Generic() }
        let container = PrivateContainer()
        container.manager.logger = { [lines] in lines.add($0) }
        container.product.override { Product("mock") }
        container.product.decorate { $0 }
        #expect(lines.values == [])
    }
}

import Testing
import WiringTesting

/// A container type of the random compositions. Nothing else uses it.
protocol Composed: TaskLocalContainer {
    static var kind: Composition.Kind { get }
    static func keyPath(_ name: Composition.Name) -> any KeyPath<Self, Factory<Int>> & Sendable
}

final class Alpha: Composed {
    @TaskLocal static var shared = Alpha()
    static var taskLocal: TaskLocal<Alpha> { $shared }
    static let kind = Composition.Kind.alpha
    let manager = ContainerManager()

    var first: Factory<Int> { self { 1 } }
    var second: Factory<Int> { self { 2 } }
    var sum: Factory<Int> { self { self.first() + 1000 * self.second() }.cached }

    static func keyPath(_ name: Composition.Name) -> any KeyPath<Alpha, Factory<Int>> & Sendable {
        switch name {
        case .first: \Alpha.first
        case .second: \Alpha.second
        case .sum: \Alpha.sum
        }
    }
}

final class Beta: Composed {
    @TaskLocal static var shared = Beta()
    static var taskLocal: TaskLocal<Beta> { $shared }
    static let kind = Composition.Kind.beta
    let manager = ContainerManager()

    var first: Factory<Int> { self { 1 } }
    var second: Factory<Int> { self { 2 } }
    var sum: Factory<Int> { self { self.first() + 1000 * self.second() }.cached }

    static func keyPath(_ name: Composition.Name) -> any KeyPath<Beta, Factory<Int>> & Sendable {
        switch name {
        case .first: \Beta.first
        case .second: \Beta.second
        case .sum: \Beta.sum
        }
    }
}

extension Composed {
    func factory(_ name: Composition.Name) -> Factory<Int> { self[keyPath: Self.keyPath(name)] }
}

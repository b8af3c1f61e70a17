import Wiring

final class SecondService: Sendable {
    let parts: [Int]
    init(_ part: Int) { parts = [part, part] }
}

extension Container {
    var second: Factory<SecondService> { self { SecondService(1) }.cached }
    var secondSingle: Factory<SecondService> { self { SecondService(2) }.singleton }
    var secondEach: ParameterFactory<Int, SecondService> { self { SecondService($0) }.scopeOnParameters.shared }
    var secondOuter: Factory<SecondService> {
        self { SecondService(self.second().parts[0] + self.secondSingle().parts[0]) }
    }
}

/// Resolves and resets with this image's copy.
@_cdecl("second_resolve")
public func resolve(_ number: Int) -> Bool {
    let container = Container.shared
    if number % 100 == 0 { container.manager.reset(options: .scope) }
    return container.secondOuter().parts == [3, 3] && container.secondEach(number).parts == [number, number]
}

import Wiring

final class FirstService: Sendable {
    let parts: [Int]
    init(_ part: Int) { parts = [part, part] }
}

extension Container {
    var first: Factory<FirstService> { self { FirstService(1) }.cached }
    var firstSingle: Factory<FirstService> { self { FirstService(2) }.singleton }
    var firstEach: ParameterFactory<Int, FirstService> { self { FirstService($0) }.scopeOnParameters.shared }
    var firstOuter: Factory<FirstService> {
        self { FirstService(self.first().parts[0] + self.firstSingle().parts[0]) }
    }
}

/// Resolves and resets with this image's copy.
@_cdecl("first_resolve")
public func resolve(_ number: Int) -> Bool {
    let container = Container.shared
    if number % 100 == 0 { container.manager.reset(options: .scope) }
    return container.firstOuter().parts == [3, 3] && container.firstEach(number).parts == [number, number]
}

// Other modules can add modifiers. They cannot conform to the protocols of factories or change a registration.

import Wiring
import WiringAsync

extension Container {
    var number: Factory<Int> { self { 1 }.kept.keptNumber }
    var page: ParameterFactory<Int, Int> { self { $0 }.kept }
    var archive: AsyncFactory<Int, any Error> { self { 1 }.keptEffect }
    var license: ThrowingFactory<Int, any Error> { self { 1 }.keptEffect }
}

extension FactoryModifying {
    var kept: Self { cached }
}

extension FactoryModifying where T == Int {
    var keptNumber: Self { cached.timeToLive(60) }
}

extension EffectfulFactory where Self: Sendable {
    var keptEffect: Self { cached }
}

struct Foreign: FactoryModifying {  // error: protocol 'DeclaredDependency'
    typealias P = Void
    typealias T = Int
    var registration: FactoryRegistration<Void, Int>
    func applying(_ change: FactoryRegistration<Void, Int>.Change) -> Foreign { self }
}

struct ForeignWithClosure: FactoryModifying {
    var registration: FactoryRegistration<Void, Int>
    func applying(_ change: FactoryRegistration<Void, Int>.Change) -> ForeignWithClosure { self }
    static func closure<Input>(_ make: @escaping (Input) -> Int) -> FactoryRegistration<Void, Int>.Closure {
        .init(make)  // error: initializer is inaccessible // error: cannot convert value
    }
}

struct ForeignEffect: EffectfulFactory {  // error: protocol 'DeclaredDependency'
    typealias P = Void
    typealias Success = Int
    typealias Failure = Never
    var registration: FactoryRegistration<Void, Int>
    func applying(_ change: FactoryRegistration<Void, Int>.Change) -> ForeignEffect { self }
}

struct ForeignDependency: DeclaredDependency {}  // error: does not conform to protocol 'DeclaredDependency'

struct ForeignStart: Startable {}  // error: does not conform to protocol 'Startable'

struct ForeignStartWithResult: Startable {
    func resolve(for start: ContainerStart) -> ContainerStart.Resolved<Int> {
        .init(1)  // error: initializer is inaccessible
    }
}

func change(_ container: Container, _ other: Container) {
    var number = container.number
    number.registration = other.number.registration  // error: 'registration' is a get-only property
    number.registration.modification = number.registration.modification  // error: 'modification' is inaccessible
    number.storedRegistration = other.number.storedRegistration  // error: 'storedRegistration' is inaccessible
    _ = number.applying(.init())  // error: initializer is inaccessible // error: missing argument
    number = number.cached
    number = other.number

    var page = container.page
    page.registration = other.page.registration  // error: 'registration' is a get-only property
    page = other.page

    var archive = container.archive
    archive.registration = other.archive.registration  // error: 'registration' is a get-only property
    archive = other.archive

    var license = container.license
    license.registration = other.license.registration  // error: 'registration' is a get-only property
    license = other.license
    _ = (number, page, archive, license)
}

func keep<F: FactoryModifying>(_ factory: F) -> F { factory.cached }

func keepFactories(_ container: Container) {
    _ = keep(container.number)
    _ = keep(container.archive)  // error: conform to 'FactoryModifying'
}

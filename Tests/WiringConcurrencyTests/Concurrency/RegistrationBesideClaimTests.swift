import Testing
import WiringAsync
import WiringTestSupport
import WiringTesting

/// A registration at the moment at which another task claims the instance.
///
///     resolver                     registrar
///     sees that nothing is set
///                                  registers, clears the instances
///     claims the instance
///     must see the registration    resolves: its closure is used
@Suite(.timeLimit(.minutes(10)), .container)
struct RegistrationBesideClaimTests {
    enum Kind: CaseIterable {
        case cached, shared, singleton, custom, asynchronous
    }

    @Test(arguments: Kind.allCases)
    func aRegistrationThatPrecedesAResolutionIsUsed(_ kind: Kind) async {
        let (yard, meeting) = (Yard(), Rendezvous())
        let rounds = 300 * stress
        async let resolver: Void = {
            for round in 1...rounds {
                await meeting.resolverArrives(round)
                for _ in 0..<round % 61 { meeting.pause() }
                _ = await yard.resolve(kind, round)
            }
        }()
        var outdated = 0
        for round in 1...rounds {
            await meeting.registrarArrives(round)
            for _ in 0..<round % 53 { meeting.pause() }
            yard.register(kind, round)
            if await yard.resolve(kind, round).name != "registered" { outdated += 1 }
        }
        await resolver
        #expect(outdated == 0)
    }
}

private final class Yard: ManagedContainer {
    let manager = ContainerManager()
    private let kept = Scope.Cached()

    private func ship(_ number: Int) -> Factory<Product> {
        self(line: UInt(number)) { Product("declared") }
    }

    private func ship(_ kind: RegistrationBesideClaimTests.Kind, _ number: Int) -> Factory<Product> {
        switch kind {
        case .cached, .asynchronous: ship(number).cached
        case .shared: ship(number).shared
        case .singleton: ship(number).singleton
        case .custom: ship(number).scope(kept)
        }
    }

    private func ferry(_ number: Int) -> AsyncFactory<Product, Never> {
        self(line: UInt(number)) { () async in Product("declared") }.cached
    }

    func register(_ kind: RegistrationBesideClaimTests.Kind, _ number: Int) {
        switch kind {
        case .asynchronous: ferry(number).register { Product("registered") }
        default: ship(kind, number).register { Product("registered") }
        }
    }

    func resolve(_ kind: RegistrationBesideClaimTests.Kind, _ number: Int) async -> Product {
        switch kind {
        case .asynchronous: await ferry(number)()
        default: ship(kind, number)()
        }
    }
}

/// Two tasks that begin each round at nearly the same moment.
private final class Rendezvous: Sendable {
    private let resolver = AtomicWord()
    private let registrar = AtomicWord()
    private let pauses = AtomicWord()

    func resolverArrives(_ round: Int) async {
        resolver.set(UInt64(round))
        await wait { registrar.current >= round }
    }

    func registrarArrives(_ round: Int) async {
        registrar.set(UInt64(round))
        await wait { resolver.current >= round }
    }

    private func wait(_ isPresent: () -> Bool) async {
        var looks = 0
        while !isPresent() {
            looks += 1
            if looks.isMultiple(of: 1000) { await Task.yield() }
        }
    }

    /// Passes some nanoseconds.
    func pause() { pauses.addAlone(1) }
}

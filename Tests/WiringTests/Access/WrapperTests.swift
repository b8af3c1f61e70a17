import Testing
import WiringTestSupport
import WiringTesting

private final class Depot: SharedContainer {
    @TaskLocal static var shared = Depot()
    let manager = ContainerManager()
    let made = Counter()
}

extension Depot {
    var service: Factory<any Service> {
        self {
            self.made.increment()
            return LiveService()
        }
    }
    var cached: Factory<any Service> { self { LiveService() }.cached }
    var name: ParameterFactory<Int, String> { self { "depot \($0)" } }
}

extension Container {
    fileprivate var service: Factory<any Service> { self { LiveService() } }
    fileprivate var cached: Factory<any Service> { self { LiveService() }.cached }
    fileprivate var sharedService: Factory<any Service> { self { LiveService() }.shared }
    fileprivate var optional: Factory<LiveService?> { self { LiveService() }.shared }
    fileprivate var number: Factory<Int> { self { 1 } }
    fileprivate var nothing: Factory<LiveService?> { self { nil } }
    fileprivate var deinitCallback: Factory<DeinitCallback> { self { DeinitCallback() } }
    fileprivate var name: ParameterFactory<Int, String> { self { "container \($0)" } }
}

/// Runs a closure when it is deinitialized.
private final class DeinitCallback: Sendable {
    let onDeinit = Locked<@Sendable () -> Void>({})

    deinit { onDeinit.withLock { $0 }() }
}

@Suite(.container) struct InjectedTests {
    private struct Owner {
        @Injected(\.service) var service
        @Injected(\.cached) var cached
        @Injected(\Depot.service) var other
    }

    @Test func resolvesWhenTheOwnerIsCreated() {
        Container.shared.service.register { MockService() }
        let owner = Owner()
        #expect(owner.service is MockService)
        Container.shared.service.register { LiveService() }
        #expect(owner.service is MockService)
        #expect(owner.service === owner.service)
        #expect(owner.cached === Container.shared.cached())
    }

    @Test func resolvesFromTheContainerTypeOfItsKeyPath() {
        let depot = Depot()
        Depot.$shared.withValue(depot) {
            _ = Owner()
            #expect(depot.made.count == 1)
        }
    }

    @Test func canBeSet() {
        var owner = Owner()
        let mock = MockService()
        owner.service = mock
        #expect(owner.service === mock)
    }

    @Test func canBeResolvedAgain() {
        var owner = Owner()
        let (service, cached) = (owner.service, owner.cached)
        owner.$service.resolve()
        #expect(owner.service !== service)
        owner.$cached.resolve()
        #expect(owner.cached === cached)
        owner.$cached.resolve(reset: .scope)
        #expect(owner.cached !== cached)
        #expect(owner.cached === Container.shared.cached())
    }

    @Test func resolvingAgainCanResetTheRegistration() {
        Container.shared.service.register { MockService() }
        var owner = Owner()
        owner.$service.resolve(reset: .all)
        #expect(owner.service is LiveService)
    }

    @Test func itsFactoryBelongsToTheSharedContainer() {
        let owner = Owner()
        owner.$service.factory.register { MockService() }
        #expect(Container.shared.service() is MockService)
    }
}

@Suite(.container) struct WrapperOwnersTests {
    private final class Plain {
        @Injected(\.service) var injected
        @LazyInjected(\.service) var lazy
        @WeakLazyInjected(\.sharedService) var weak
        @DynamicInjected(\.service) var dynamic
        @InjectedContainer var container: Container
    }

    @MainActor private final class Model {
        @Injected(\.service) var injected
        @LazyInjected(\.service) var lazy
        @WeakLazyInjected(\.sharedService) var weak
        @DynamicInjected(\.service) var dynamic
    }

    private actor Clerk {
        @Injected(\.service) var injected
        @LazyInjected(\.service) var lazy
        @WeakLazyInjected(\.sharedService) var weak
        @DynamicInjected(\.service) var dynamic

        var areMocks: Bool { injected is MockService && lazy is MockService && dynamic is MockService }
    }

    private struct Sendables: Sendable {
        @Injected(\.service) var injected
        @LazyInjected(\.service) var lazy
        @WeakLazyInjected(\.sharedService) var weak
        @DynamicInjected(\.service) var dynamic
        @InjectedContainer var container: Container
    }

    init() { Container.shared.service.register { MockService() } }

    @Test func aClassCanOwnTheWrappers() {
        let plain = Plain()
        #expect(plain.injected is MockService && plain.lazy is MockService && plain.dynamic is MockService)
        #expect(plain.lazy === plain.lazy)
        #expect(plain.$lazy.resolvedOrNil() === plain.lazy)
        #expect(plain.weak != nil)
    }

    @MainActor @Test func aMainActorClassCanOwnTheWrappers() {
        let model = Model()
        #expect(model.injected is MockService && model.lazy is MockService && model.dynamic is MockService)
        #expect(model.weak != nil)
    }

    @Test func anActorCanOwnTheWrappers() async {
        #expect(await Clerk().areMocks)
    }

    @Test func aSendableStructCanOwnTheWrappers() async {
        let sendables = Sendables()
        let injected = await Task.detached { sendables.injected }.value
        #expect(injected === sendables.injected)
    }
}

@Suite(.container) struct LazyInjectedTests {
    private struct Owner {
        @LazyInjected(\.service) var service
        @LazyInjected(\.cached) var cached
        @LazyInjected(\Depot.service) var other
    }

    @Test func resolvesOnceOnFirstUse() {
        let depot = Depot()
        Depot.$shared.withValue(depot) {
            let owner = Owner()
            #expect(depot.made.count == 0)
            let first = owner.other
            #expect(owner.other === first)
            #expect(depot.made.count == 1)
        }
    }

    @Test func usesRegistrationsMadeBeforeItsFirstUse() {
        let owner = Owner()
        Container.shared.service.register { MockService() }
        #expect(owner.service is MockService)
        Container.shared.service.register { LiveService() }
        #expect(owner.service is MockService)
    }

    @Test func reportsWhetherItHasResolved() {
        let owner = Owner()
        #expect(owner.$service.resolvedOrNil() == nil)
        let service = owner.service
        #expect(owner.$service.resolvedOrNil() === service)
    }

    @Test func aCopyMadeBeforeTheFirstUseSharesTheInstance() {
        let owner = Owner()
        let copy = owner
        #expect(owner.service === copy.service)
        #expect(copy.$service.resolvedOrNil() === owner.service)
    }

    @Test func copiesSeeANewValueAndANewResolution() {
        let owner = Owner()
        let copy = owner
        let service = owner.service
        copy.$service.resolve()
        #expect(owner.service !== service)
        #expect(owner.service === copy.service)
        let mock = MockService()
        owner.service = mock
        #expect(copy.service === mock)
    }

    @Test func eachOwnerResolvesItsOwnInstance() {
        #expect(Owner().service !== Owner().service)
    }

    @Test func storesNil() {
        struct Owner { @LazyInjected(\.nothing) var nothing }
        Container.shared.nothing.register { nil }
        let owner = Owner()
        #expect(owner.nothing == nil)
        Container.shared.nothing.register { LiveService() }
        #expect(owner.nothing == nil)
        #expect(owner.$nothing.resolvedOrNil() != nil, "it has resolved, to nil")
    }

    @Test func releasesAReplacedInstanceWithoutHoldingALock() {
        struct Owner: Sendable { @LazyInjected(\.deinitCallback) var deinitCallback }
        let owner = Owner()
        let seen = Counter()
        owner.deinitCallback.onDeinit.withLock {
            $0 = { if owner.$deinitCallback.resolvedOrNil() != nil { seen.increment() } }
        }
        owner.deinitCallback = DeinitCallback()
        #expect(seen.count == 1)
    }

    @Test func canBeSetBeforeItIsResolved() {
        let depot = Depot()
        Depot.$shared.withValue(depot) {
            let owner = Owner()
            let mock = MockService()
            owner.other = mock
            #expect(owner.other === mock)
            #expect(owner.$other.resolvedOrNil() === mock)
            #expect(depot.made.count == 0)
        }
    }

    @Test func canBeResolvedAgain() {
        let owner = Owner()
        let cached = owner.cached
        owner.$cached.resolve()
        #expect(owner.cached === cached)
        owner.$cached.resolve(reset: .scope)
        #expect(owner.cached !== cached)
    }

    @Test func itsFactoryBelongsToTheSharedContainer() {
        let owner = Owner()
        owner.$service.factory.register { MockService() }
        #expect(Container.shared.service() is MockService)
        #expect(owner.$service.resolvedOrNil() == nil)
    }
}

@Suite(.container) struct WeakLazyInjectedTests {
    private struct Owner {
        @WeakLazyInjected(\.service) var service
        @WeakLazyInjected(\.sharedService) var sharedService
        @WeakLazyInjected(\.optional) var optional
        @WeakLazyInjected(\.number) var number
        @WeakLazyInjected(\Depot.cached) var cached
    }

    @Test func referencesAnInstanceThatAnotherOwnerHolds() {
        let owner = Owner()
        var sharedService: (any Service)? = Container.shared.sharedService()
        #expect(owner.sharedService === sharedService)
        #expect(owner.sharedService != nil)
        #expect(owner.$sharedService.resolvedOrNil() === sharedService)
        sharedService = nil
        #expect(owner.sharedService == nil)
        #expect(owner.$sharedService.resolvedOrNil() == nil)
    }

    @Test func staysNilUntilItIsResolvedAgain() {
        let owner = Owner()
        do { _ = owner.sharedService }
        #expect(owner.sharedService == nil)
        let sharedService = Container.shared.sharedService()
        #expect(owner.sharedService == nil)
        owner.$sharedService.resolve()
        #expect(owner.sharedService === sharedService)
    }

    @Test func resolvesOnFirstUse() {
        let owner = Owner()
        #expect(owner.$cached.resolvedOrNil() == nil)
        let depot = Depot()
        Depot.$shared.withValue(depot) {
            let cached = owner.cached
            #expect(cached != nil)
            #expect(cached === depot.cached())
        }
    }

    @Test func theFirstUseReturnsAnInstanceWithoutOtherOwners() {
        let owner = Owner()
        let service = owner.service
        #expect(service != nil)
        #expect(owner.service === service)
    }

    @Test func referencesTheObjectInAnOptional() {
        let owner = Owner()
        var sharedService = Container.shared.optional()
        #expect(sharedService != nil)
        #expect(owner.optional.flatMap(\.self) === sharedService)
        sharedService = nil
        #expect(owner.optional == nil)
        #expect(owner.$optional.resolvedOrNil() == nil)
    }

    @Test func aValueTypeYieldsNil() {
        let owner = Owner()
        #expect(owner.number == nil)
    }

    @Test func canBeSet() {
        let owner = Owner()
        let mock = MockService()
        owner.service = mock
        #expect(owner.service === mock)
        owner.service = nil
        #expect(owner.service == nil)
    }

    @Test func copiesShareTheObject() {
        let owner = Owner()
        let copy = owner
        let mine = owner.service
        #expect(mine != nil)
        #expect(copy.service === mine)
        copy.service = nil
        #expect(owner.service == nil)
    }

    @Test func itsFactoryBelongsToTheSharedContainer() {
        let owner = Owner()
        owner.$service.factory.register { MockService() }
        #expect(Container.shared.service() is MockService)
    }
}

@Suite(.container) struct DynamicInjectedTests {
    private struct Owner {
        @DynamicInjected(\.service) var service
        @DynamicInjected(\.cached) var cached
        @DynamicInjected(\Depot.service) var other
    }

    @Test func resolvesOnEachRead() {
        let owner = Owner()
        #expect(owner.service !== owner.service)
        #expect(owner.cached === owner.cached)
        Container.shared.service.register { MockService() }
        #expect(owner.service is MockService)
    }

    @Test func resolvesFromTheCurrentSharedContainer() {
        let (owner, depot) = (Owner(), Depot())
        Depot.$shared.withValue(depot) { _ = (owner.other, owner.other) }
        #expect(depot.made.count == 2)
    }

    @Test func projectsItsFactory() {
        let owner = Owner()
        owner.$service.register { MockService() }
        #expect(owner.service is MockService)
        let cached = owner.cached
        owner.$cached.reset(.scope)
        #expect(owner.cached !== cached)
    }
}

@Suite(.container) struct InjectedContainerTests {
    private struct Owner {
        @InjectedContainer var container: Container
        @InjectedContainer(Depot.self) var depot
    }

    @Test func storesTheContainersThatAreSharedWhenItIsCreated() {
        let depot = Depot()
        let owner = Depot.$shared.withValue(depot) { Owner() }
        #expect(owner.container === Container.shared)
        #expect(owner.depot === depot)
        let other = Container.$shared.withValue(Container()) { owner.container }
        #expect(other === Container.shared)
    }
}

@Suite(.container) struct DependencyTests {
    @Test func resolvesFromTheSharedContainer() {
        Container.shared.service.register { MockService() }
        let service = dependency(\.service)
        #expect(service is MockService)
        #expect(dependency(\.cached) === Container.shared.cached())
    }

    @Test func resolvesFromTheSharedContainerOfAType() {
        let depot = Depot()
        Depot.$shared.withValue(depot) {
            let service = dependency(\Depot.service)
            #expect(service is LiveService)
            #expect(dependency(\Depot.cached) === depot.cached())
        }
        #expect(depot.made.count == 1)
    }

    @Test func resolvesWithAParameter() {
        #expect(dependency(\.name, parameter: 1) == "container 1")
        #expect(dependency(\Depot.name, parameter: 2) == "depot 2")
    }
}

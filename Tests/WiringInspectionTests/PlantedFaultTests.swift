import Testing
import Wiring
import WiringInspection
import WiringModules
import WiringTesting

private enum Base: ContainerModule { static func register(in container: Plant) {} }

private enum Dependent: ContainerModule {
    static var requirements: [any ContainerModule.Type] { [Base.self] }
    static func register(in container: Plant) {
        container.parts.contribute(forKey: "csv", { Service() }, fileID: "App/CSV.swift", line: 1)
    }
}

private enum Hen: ContainerModule {
    static var requirements: [any ContainerModule.Type] { [Egg.self] }
    static func register(in container: Coop) {}
}

private enum Egg: ContainerModule {
    static var requirements: [any ContainerModule.Type] { [Hen.self] }
    static func register(in container: Coop) {}
}

/// A container whose `autoRegister()` makes two mistakes.
private final class Plant: ManagedContainer, AutoRegistering {
    let manager = ContainerManager()

    func autoRegister() {
        install(Dependent.self, fileID: "App/Plant.swift", line: 1)
        parts.contribute(forKey: "csv", { Service() }, fileID: "App/Plant.swift", line: 2)
    }
}

private final class Coop: ManagedContainer, AutoRegistering {
    let manager = ContainerManager()

    func autoRegister() { install(Hen.self, Egg.self, fileID: "App/Coop.swift", line: 1) }
}

extension Plant {
    fileprivate var parts: KeyedCollected<String, Service> { collected(fileID: "App/Parts.swift", line: 1) }
    fileprivate var plain: Factory<Service> { self { Service() } }
}

@MainActor private final class Screen: Sendable {}

private final class Shop: TaskLocalContainer {
    @TaskLocal static var shared = Shop()
    static var taskLocal: TaskLocal<Shop> { $shared }
    let manager = ContainerManager()

    init() {}
}

extension Shop {
    fileprivate var api: Factory<Service> { self(fileID: "App/Shop.swift", line: 1) { Service() } }
    fileprivate var tested: Factory<Service> { self { Service() }.onTest { Service() } }
    fileprivate var device: Factory<Service> {
        self { Service() }.onSimulator { Service() }.onDevice { Service() }.onDebug { Service() }
    }
    fileprivate var user: Factory<Service> { self(fileID: "App/Shop.swift", line: 5) { Service() } }
    fileprivate var tracker: Factory<Service> {
        wire(fileID: "App/Shop.swift", line: 6, { (user: Service) in user }) { $0.user }.singleton
    }
    fileprivate var payments: Factory<Service> { self(fileID: "Payments/Shop.swift", line: 7) { Service() } }
    fileprivate var profile: Factory<Service> {
        wire(fileID: "App/Shop.swift", line: 10, { (user: Service) in user }) { $0.user }
    }
    fileprivate var account: Factory<Service> {
        wire(fileID: "App/Shop.swift", line: 11, { (profile: Service) in profile }) { $0.profile }.singleton
    }
    @MainActor fileprivate var screen: Factory<Screen> { self(fileID: "App/Shop.swift", line: 8) { Screen() } }
    fileprivate var window: Factory<Service> {
        wire(fileID: "App/Shop.swift", line: 9, { (_: Screen) in Service() }) { shop in
            MainActor.assumeIsolated { shop.screen }
        }
    }
    @MainActor fileprivate var scene: Factory<Screen> { wire({ (screen: Screen) in screen }) { $0.screen } }
    fileprivate var picture: Factory<Screen> { self { @MainActor in Screen() } }
    fileprivate var poster: Factory<Screen> { wire({ (picture: Screen) in picture }) { $0.picture } }
}

/// What a request owns.
private final class Visit: ChildContainer {
    let manager = ContainerManager()
    let parent: Shop

    init(parent: Shop) { self.parent = parent }
}

extension Visit {
    fileprivate var onlyOne: Factory<Service> {
        self(fileID: "App/Visit.swift", line: 1) { Service() }.singleton
    }
    fileprivate var needsOnlyOne: Factory<Service> {
        wire(fileID: "App/Visit.swift", line: 2, { (one: Service) in one }) { $0.onlyOne }
    }
}

/// Plants a fault of each kind, and compares the whole message.
@Suite(.container) struct PlantedFaultTests {
    private let shop = Shop()
    private let file = "\(#fileID)"

    @Test func aMissingModuleAndADuplicateKeyAreFoundTogether() {
        let plant = Plant()
        let expected = [
            """
            the module Dependent requires the module Base, which is not installed
                  Plant.autoRegister()
                → Plant.install(_:)<Dependent>  App/Plant.swift:1
            Install the required module first: `install(Base.self, Dependent.self)`.
            """,
            """
            the key "csv" was contributed twice to Plant.parts<Dictionary<String, Service>>
                  Plant.autoRegister()
                → Plant.parts<Dictionary<String, Service>>  App/Parts.swift:1
                  first contributed at App/CSV.swift:1
                  contributed again at App/Plant.swift:2
            Contribute each key once. To replace a part, override its declaration; to replace all, write \
            `container.parts.override { … }`.
            """,
        ]
        #expect(plant.findFaults(\.plain).map(\.description) == expected)
        // `autoRegister()` runs again, so the faults are found again.
        #expect(plant.findFaults().map(\.kind) == [.missingModule, .duplicateKey])
    }

    @Test func modulesThatRequireEachOtherAreFound() {
        #expect(
            Coop().findFaults().map(\.description) == [
                """
                modules require each other: Hen → Egg → Hen
                      Coop.autoRegister()
                    → Coop.install(_:)<Hen>  App/Coop.swift:1
                None of them can be installed first. Move the declarations that they share to a module of its own, and let \
                each require that module.
                """
            ]
        )
    }

    @Test func aRegistrationAndAContextBehindAnOverrideAreFound() {
        shop.api.onArg("mock") { Service() }
        shop.api.register(factory: { Service() }, fileID: "App/Main.swift", line: 1, column: 1)
        #expect(shop.findFaults().isEmpty)
        shop.api.override({ Service() }, fileID: "App/Main.swift", line: 2, column: 1)
        #expect(
            shop.findFaults().map(\.description) == [
                """
                the registration of Shop.api<Service> can never win
                      Shop.api<Service>  App/Shop.swift:1
                      registered at App/Main.swift:1
                      overridden at App/Main.swift:2
                An override always takes precedence over it. Remove one of the two.
                """,
                """
                onArg("mock") of Shop.api<Service> can never win
                      Shop.api<Service>  App/Shop.swift:1
                      overridden at App/Main.swift:2
                An override always takes precedence over it. Remove one of the two.
                """,
            ]
        )
    }

    @Test func anOverrideOfAChildAndARegistrationOfAutoRegisterAreNoFaults() {
        shop.api.register { Service() }
        let child = shop.child()
        child.api.override { Service() }
        #expect(child.findFaults(\.api).isEmpty)
        let automatic = AutomaticContainer()
        automatic.service.override { Service() }
        #expect(automatic.findFaults(\.service).isEmpty)
    }

    @Test func aContextThatTheDeclarationSetsItselfIsFound() {
        shop.tested.onTest { Service() }
        #expect(
            shop.findFaults(\.tested).map(\.description) == [
                """
                onTest of Shop.tested<Service>, which was set outside its declaration, can never win
                      Shop.tested<Service>  \(file):59
                The declaration has a closure for the same context, which takes precedence. \
                Override the dependency instead: `container.tested.override { … }`.
                """
            ]
        )
    }

    @Test func whatClosuresForAllDevicesPrecedeIsFound() {
        shop.device.register(factory: { Service() }, fileID: "App/Main.swift", line: 1, column: 1)
        #expect(
            shop.findFaults(\.device).map(\.description) == [
                """
                the registration of Shop.device<Service> can never win
                      Shop.device<Service>  \(file):61
                      registered at App/Main.swift:1
                Each run has a closure of `onSimulator` or of `onDevice`, which takes precedence over it. Remove one of them.
                """,
                """
                onDebug of Shop.device<Service> can never win
                      Shop.device<Service>  \(file):61
                Each run has a closure of `onSimulator` or of `onDevice`, which takes precedence over it. Remove one of them.
                """,
            ]
        )
    }

    @Test func closuresForSomeDevicesPrecedeNothingForGood() {
        shop.api.register { Service() }
        shop.api.onDevice { Service() }
        #expect(shop.findFaults().isEmpty)
        shop.api.onSimulator { Service() }
        #expect(shop.findFaults().count == 1)
    }

    @Test func whatAutoRegisterOverridesHidesWhatItAndOthersRegister() {
        let (automatic, text) = (Overriding(), "the registration of Overriding.service<Service> can never win")
        func places(_ container: Overriding) -> [Substring] {
            container.findFaults().flatMap { fault in
                #expect(fault.description.hasPrefix(text))
                return fault.description.split(separator: "\n").filter { $0.hasPrefix("      overridden") }
            }
        }
        let place = Substring("      overridden at App/Overriding.swift:2, in `autoRegister()`")
        #expect(places(automatic) == [place])
        // A child runs its own `autoRegister()`.
        let child = automatic.child()
        child.service.register { Service() }
        #expect(places(child) == [place, place])
        automatic.service.override({ Service() }, fileID: "App/Main.swift", line: 1)
        #expect(places(child) == ["      overridden at App/Main.swift:1, in a parent"])
    }

    @Test func aSingletonThatAChildReplacesIsItsOwnFaultOnlyForAnother() {
        let child = shop.child()
        child.tracker.override { Service() }
        #expect(child.findFaults(\.tracker).isEmpty)
        #expect(child.findFaults(\.keepsTracker).map(\.kind) == [.unusableReplacement])
    }

    @Test func anOverrideThatASingletonCannotUseIsFound() {
        let child = shop.child()
        child.user.override({ Service() }, fileID: "App/Main.swift", line: 3, column: 1)
        #expect(
            child.findFaults(\.tracker).map(\.description) == [
                """
                Shop.tracker<Service> is a singleton and cannot use the override of Shop.user<Service> that a child sets
                      Shop.tracker<Service>  App/Shop.swift:6
                    → Shop.user<Service>  App/Shop.swift:5
                    overridden at App/Main.swift:3
                A singleton is built with what the root has. Make `tracker` `.cached`, or replace `user` in the root.
                """
            ]
        )
        #expect(shop.findFaults(\.tracker).isEmpty)
    }

    @Test func anOverrideThatASingletonCannotUseThroughOthersIsFound() {
        let child = shop.child()
        let grandchild = child.child()
        child.user.register(factory: { Service() }, fileID: "App/Main.swift", line: 3, column: 1)
        for container in [child, grandchild] {
            #expect(
                container.findFaults(\.account).map(\.description) == [
                    """
                    Shop.account<Service> is a singleton and cannot use the registration of Shop.user<Service> that a child sets
                          Shop.account<Service>  App/Shop.swift:11
                        → Shop.profile<Service>  App/Shop.swift:10
                        → Shop.user<Service>  App/Shop.swift:5
                        registered at App/Main.swift:3
                    A singleton is built with what the root has. Make `account` `.cached`, or replace `user` in the root.
                    """
                ]
            )
        }
        // Then `profile` is no longer built with it.
        shop.profile.override { Service() }
        #expect(child.findFaults(\.account).isEmpty)
    }

    @Test func aSingletonDoesNotHoldWhatAChildMakesCached() {
        let child = shop.child()
        _ = child.user.cached
        #expect(child.findFaults(\.account).isEmpty)
        #expect(child.findFaults(\.user).isEmpty)
        let graph = child.declaredGraph(from: \.account, \.profile)
        #expect(graph.nodes.filter { $0.name == "user" }.map(\.scope) == ["unique", "cached"])
        #expect(graph.nodes.map(\.isInChild) == [false, false, true, false, true])
    }

    @Test func aRegistrationOfAChildBehindAnOverrideOfItsParentIsFound() {
        let child = shop.child().child()
        shop.api.override({ Service() }, fileID: "App/Main.swift", line: 2, column: 1)
        child.api.register(factory: { Service() }, fileID: "App/Request.swift", line: 1, column: 1)
        #expect(
            child.findFaults(\.api).map(\.description) == [
                """
                the registration of Shop.api<Service> can never win
                      Shop.api<Service>  App/Shop.swift:1
                      registered at App/Request.swift:1
                      overridden at App/Main.swift:2, in a parent
                An override always takes precedence over it. Remove one of the two.
                """
            ]
        )
        child.api.override { Service() }
        #expect(child.findFaults(\.api).map(\.description).allSatisfy { !$0.contains("in a parent") })
    }

    @Test func aSingletonOfAChildIsFound() {
        let visit = Visit(parent: shop)
        #expect(
            visit.findFaults(\.needsOnlyOne).map(\.description) == [
                """
                Visit.onlyOne<Service> is a singleton of a child container: it would keep the values of the first Visit forever
                      Visit.needsOnlyOne<Service>  App/Visit.swift:2
                    → Visit.onlyOne<Service>  App/Visit.swift:1
                Declare it in the parent of Visit, or keep an instance in each child: `.cached` instead of `.singleton`.
                """
            ]
        )
    }

    @Test func anArgumentOfTwoModulesIsFound() {
        shop.api.onArg("mock") { Service() }
        shop.user.onArg("mock") { Service() }
        #expect(shop.findFaults().isEmpty)
        shop.payments.onArg("mock") { Service() }
        #expect(
            shop.findFaults().map(\.description) == [
                """
                the argument 'mock' selects closures in several modules
                      api<Service>  App/Shop.swift:1
                      user<Service>  App/Shop.swift:5
                      payments<Service>  Payments/Shop.swift:7
                A program that passes it for one module also replaces closures of the others. Use a different argument in \
                each module.
                """
            ]
        )
    }

    #if DEBUG
        @MainActor @Test func aDependencyOfTheMainActorIsFound() {
            #expect(
                shop.findFaults(\.window).map(\.description) == [
                    """
                    Shop.window<Service> may be built off the main actor, and needs Shop.screen<Screen>, which belongs to it
                          Shop.window<Service>  App/Shop.swift:9
                        → Shop.screen<Screen>  App/Shop.swift:8
                    Isolate `window` to the main actor, too: `@MainActor var window`.
                    """
                ]
            )
            #expect(shop.findFaults(\.scene).isEmpty)
        }

        /// What replaces a closure of the main actor is not isolated.
        @MainActor @Test func aReplacedClosureOfTheMainActorIsNoFault() {
            #expect(shop.findFaults(\.poster).map(\.kind) == [.mainActorDependency])
            let screen = Screen()
            shop.picture.register { screen }
            #expect(shop.findFaults(\.poster).isEmpty)
        }
    #endif
}

extension Shop {
    fileprivate var keepsTracker: Factory<Service> { wire({ (tracker: Service) in tracker }) { $0.tracker }.singleton }
}

/// A container whose `autoRegister()` registers what it also overrides.
private final class Overriding: TaskLocalContainer, AutoRegistering {
    @TaskLocal static var shared = Overriding()
    static var taskLocal: TaskLocal<Overriding> { $shared }
    let manager = ContainerManager()

    init() {}

    func autoRegister() {
        service.register(factory: { Service() }, fileID: "App/Overriding.swift", line: 1)
        service.override({ Service() }, fileID: "App/Overriding.swift", line: 2)
    }
}

extension Overriding {
    fileprivate var service: Factory<Service> { self { Service() } }
}

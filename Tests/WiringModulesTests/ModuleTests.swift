import Testing
import WiringModules
import WiringTestSupport
import WiringTesting

private final class Shop: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = Shop()
    let manager = ContainerManager()
    let notes = Collection<String>()

    func autoRegister() {
        notes.add("begin")
        install(First.self, Second.self)
        install(First.self)
        notes.add("end")
    }
}

extension Shop: TaskLocalContainer {
    static var taskLocal: TaskLocal<Shop> { $shared }
}

extension Shop {
    var first: Factory<String> { self { "declared" } }
    var second: Factory<String> { self { "declared" } }
    var other: Factory<String> { self { "declared" } }
    var cached: Factory<LiveService> { self { LiveService() }.cached }
    var parts: Collected<String> { collected() }
    var keyed: KeyedCollected<String, String> { collected() }
}

private enum First: ContainerModule {
    static func register(in shop: Shop) {
        shop.notes.add("first")
        shop.first.register { "first" }
        shop.second.register { "first" }
        shop.cached.register { LiveService() }
    }
}

private enum Second: ContainerModule {
    static var requirements: [any ContainerModule.Type] { [First.self] }

    static func register(in shop: Shop) {
        shop.notes.add("second")
        shop.second.register { "second of \(shop.first())" }
    }
}

/// A module that no `autoRegister()` installs.
private struct Other: ContainerModule {
    static let requirements: [any ContainerModule.Type] = [First.self, Second.self]

    static func register(in shop: Shop) {
        shop.notes.add("other")
        shop.other.register { "other" }
        shop.cached.register { LiveService() }
    }
}

private enum Contributing: ContainerModule {
    static func register(in shop: Shop) {
        shop.parts.contribute(\Shop.first)
        shop.parts.contribute(order: -1) { "part" }
        shop.keyed.contribute(forKey: "key") { "value" }
    }
}

/// While a child installs it, its parent does, too.
private enum Spreading: ContainerModule {
    static func register(in shop: Shop) {
        if shop.root !== shop { shop.root.install(Spreading.self) }
        shop.keyed.contribute(forKey: "key") { "value" }
    }
}

/// A container without an `autoRegister()`.
private final class Plain: ManagedContainer {
    let manager = ContainerManager()
    let notes = Collection<String>()
}

private enum Blank: ContainerModule {
    static func register(in container: Plain) {}
}

private enum Parent: ContainerModule {
    static func register(in container: Plain) {
        container.notes.add("begin parent")
        container.install(Child.self)
        container.notes.add("end parent")
    }
}

private enum Child: ContainerModule {
    static var requirements: [any ContainerModule.Type] { [Parent.self] }
    static func register(in container: Plain) { container.notes.add("child") }
}

private enum Ping: ContainerModule {
    static func register(in container: Plain) {
        container.notes.add("begin ping")
        container.install(Pong.self)
        container.notes.add("end ping")
    }
}

private enum Pong: ContainerModule {
    static func register(in container: Plain) {
        container.notes.add("pong")
        container.install(Ping.self)
    }
}

/// A module that another thread resets its container for.
private enum Reset: ContainerModule {
    static func register(in container: Plain) {
        EndingThread { container.manager.reset() }.join()
        container.notes.add("reset")
    }
}

private enum AfterReset: ContainerModule {
    static var requirements: [any ContainerModule.Type] { [Reset.self] }
    static func register(in container: Plain) { container.notes.add("after reset") }
}

private enum Egg: ContainerModule {
    static var requirements: [any ContainerModule.Type] { [Blank.self, Hen.self] }
    static func register(in container: Plain) {}
}

private enum Hen: ContainerModule {
    static var requirements: [any ContainerModule.Type] { [Blank.self, Nest.self] }
    static func register(in container: Plain) {}
}

private enum Nest: ContainerModule {
    static var requirements: [any ContainerModule.Type] { [Egg.self] }
    static func register(in container: Plain) {}
}

/// A module that is not part of the cycle of what it requires.
private enum Fox: ContainerModule {
    static var requirements: [any ContainerModule.Type] { [Egg.self] }
    static func register(in container: Plain) {}
}

private enum Named<T>: ContainerModule {
    static func register(in container: Plain) { container.notes.add("\(T.self)") }
}

private final class ClassModule: ContainerModule {
    static func register(in container: Plain) { container.notes.add("class") }
}

private enum Needing: ContainerModule {
    static var requirements: [any ContainerModule.Type] { [Blank.self, Named<Int>.self] }
    static func register(in container: Plain) {}
}

/// A container class that is not final.
private class Base: ManagedContainer, @unchecked Sendable {
    let manager = ContainerManager()
    let runs = Counter()
}

private final class Derived: Base, @unchecked Sendable {}

private enum ForBase: ContainerModule {
    static func register(in container: Base) { container.runs.increment() }
}

extension Container {
    fileprivate var moduleName: Factory<String> { self { "declared" } }
}

private enum ForContainer: ContainerModule {
    static func register(in container: Container) { container.moduleName.register { "installed" } }
}

/// A container whose `autoRegister()` leaves out a required module.
private final class Incomplete: ManagedContainer, AutoRegistering {
    let manager = ContainerManager()
    var name: Factory<String> { self { "" } }
    func autoRegister() { install(Outer.self) }
}

private enum Outer: ContainerModule {
    static func register(in container: Incomplete) { container.install(Inner.self) }
}

private enum Inner: ContainerModule {
    static var requirements: [any ContainerModule.Type] { [Missing.self] }
    static func register(in container: Incomplete) {}
}

private enum Missing: ContainerModule {
    static func register(in container: Incomplete) {}
}

/// A container whose module registers when another thread waits for it.
private final class Gated: ManagedContainer {
    let manager = ContainerManager()
    let begun = Gate()
    let waiting = WaitingThread()
    let runs = Counter()
    let names = Collection<String>()
    var name: Factory<String> { self { "declared" } }
}

private enum Slow: ContainerModule {
    static func register(in container: Gated) {
        container.begun.open()
        container.waiting.waitUntilWaiting()
        container.name.register { "slow" }
        container.runs.increment()
    }
}

private enum AfterSlow: ContainerModule {
    static var requirements: [any ContainerModule.Type] { [Slow.self] }

    static func register(in container: Gated) { container.names.add(container.name()) }
}

private let registered = ["begin", "first", "second", "end"]

@Suite(.container(for: Shop.self)) struct ModuleTests {
    private let shop = Shop()

    // MARK: - Once for each container

    @Test func autoRegisterInstallsEachModuleOnceInOrder() {
        #expect(shop.notes.values.isEmpty)
        #expect(shop.second() == "second of first")
        #expect(shop.first() == "first")
        #expect(shop.notes.values == registered)
    }

    @Test func aLaterCallInstallsOnlyWhatIsMissing() {
        shop.install(First.self, Other.self, Second.self, Other.self)
        #expect(shop.notes.values == registered + ["other"])
        shop.install()
        #expect(shop.notes.values == registered + ["other"])
    }

    @Test func eachContainerInstallsItsOwn() {
        let another = Shop()
        _ = (shop.first(), another.first())
        #expect(shop.notes.values == registered)
        #expect(another.notes.values == registered)
    }

    // MARK: - Restarts

    /// The root, from which the singleton resolves, has installed them.
    @Test func aChildThatIsFirstUsedWithinASingletonInstallsItsOwn() {
        let shop = Shop()
        _ = shop.first()
        let child = shop.child()
        let singleton = shop.cached.scope(Scope.Singleton()).register {
            child.other.register { "other" }
            return LiveService()
        }
        _ = singleton()
        #expect(child.first() == "first")
    }

    @Test func aResetOfACollectionLeavesItsModuleInstalled() {
        shop.install(Contributing.self)
        #expect(shop.parts() == ["part", "first"])
        shop.parts.reset()
        shop.install(Contributing.self)
        #expect(shop.parts() == [])
        shop.reset()
        shop.install(Contributing.self)
        #expect(shop.parts() == ["part", "first"])
    }

    @Test(arguments: [FactoryResetOptions.all, .registration])
    func aResetInstallsAgainWhatAutoRegisterInstalled(_ options: FactoryResetOptions) {
        shop.install(Other.self)
        shop.reset(options: options)
        #expect(shop.second() == "second of first")
        #expect(shop.other() == "declared")
        #expect(shop.notes.values == registered + ["other"] + registered)
        shop.install(Other.self)
        #expect(shop.other() == "other")
        #expect(shop.notes.values == registered + ["other"] + registered + ["other"])
    }

    @Test(.timeLimit(.minutes(10))) func aResetDuringAnInstallationMakesNoModuleMissing() {
        let plain = Plain()
        plain.install(Reset.self, AfterReset.self)
        #expect(plain.notes.values == ["reset", "after reset"])
    }

    @Test(arguments: [FactoryResetOptions.scope, .context, .none])
    func otherResetsInstallNothingAgain(_ options: FactoryResetOptions) {
        shop.install(Other.self)
        shop.reset(options: options)
        shop.install(First.self, Other.self)
        #expect(shop.notes.values == registered + ["other"])
    }

    @Test func popForgetsWhatWasInstalledSincePush() {
        shop.manager.push()
        shop.install(Other.self)
        shop.manager.pop()
        #expect(shop.other() == "declared")
        #expect(shop.notes.values == registered + ["other"] + registered)
        shop.install(Other.self)
        #expect(shop.other() == "other")
    }

    @Test func popRestoresWhatWasInstalledBeforePush() {
        shop.install(Other.self)
        shop.manager.push()
        shop.reset()
        shop.manager.pop()
        #expect(shop.other() == "other")
        shop.install(Other.self)
        #expect(shop.notes.values.filter { $0 == "other" }.count == 1)
    }

    @Test func anInstalledModuleCountsAsARegistration() {
        let container = Plain()
        #expect(container.manager.isEmpty(.all))
        container.install(Blank.self)
        #expect(!container.manager.isEmpty(.registration))
        container.manager.reset()
        #expect(container.manager.isEmpty(.all))
    }

    // MARK: - Copies

    @Test func aCopyInstallsWhatAutoRegisterInstallsAndInheritsTheRest() {
        Shop.shared.install(Other.self)
        withContainer(for: Shop.self) { child in
            child.install(First.self, Other.self)
        } operation: {
            #expect(Shop.shared.second() == "second of first")
            #expect(Shop.shared.other() == "other")
            #expect(Shop.shared.notes.values == registered)
        }
        #expect(Shop.shared.notes.values == registered + ["other"])
    }

    @Test func modulesThatACopyInstallsStayInTheCopy() {
        withContainer(for: Shop.self) {
            $0.install(Other.self)
        } operation: {
            #expect(Shop.shared.other() == "other")
        }
        #expect(Shop.shared.other() == "declared")
        Shop.shared.install(Other.self)
        #expect(Shop.shared.other() == "other")
    }

    @Test func aModuleThatAChildAndThenItsParentInstallContributesOnce() {
        let child = shop.child()
        child.install(Contributing.self)
        child.parts.contribute { "of the child" }
        #expect(child.parts() == ["part", "first", "of the child"])
        shop.install(Contributing.self)
        #expect(shop.parts() == ["part", "first"])
        #expect(child.parts() == ["part", "first", "of the child"])
        #expect(child.keyed() == ["key": "value"])
        withContainer(from: child) { _ in
        } operation: {
            #expect(Shop.shared.parts() == ["part", "first", "of the child"])
        }
    }

    @Test func aModuleThatAParentInstallsWhileItsChildDoesContributesOnce() {
        let child = shop.child()
        child.install(Spreading.self)
        #expect(shop.keyed() == ["key": "value"])
        #expect(child.keyed() == ["key": "value"])
    }

    // MARK: - By whom

    @Test func whatAutoRegisterInstallsClearsNoInstanceAndWhatOthersInstallDoes() {
        let cached = shop.cached()
        shop.reset(options: .registration)
        #expect(shop.cached() === cached)
        shop.install(Other.self)
        #expect(shop.cached() !== cached)
    }

    // MARK: - Nesting

    @Test func aModuleMayInstallFurtherModulesThatRequireIt() {
        let container = Plain()
        container.install(Parent.self)
        #expect(container.notes.values == ["begin parent", "child", "end parent"])
        container.install(Child.self, Parent.self)
        #expect(container.notes.values == ["begin parent", "child", "end parent"])
    }

    @Test func twoModulesMayInstallEachOther() {
        let container = Plain()
        container.install(Ping.self)
        #expect(container.notes.values == ["begin ping", "pong", "end ping"])
    }

    // MARK: - Types

    @Test func aModuleMayBeGenericOrAClassOrForAClassWithSubclasses() {
        let container = Plain()
        container.install(Named<Int>.self, Named<String>.self, ClassModule.self, Named<Int>.self)
        #expect(container.notes.values == ["Int", "String", "class"])
        let derived: Base = Derived()
        derived.install(ForBase.self)
        derived.install(ForBase.self)
        #expect(derived.runs.count == 1)
    }

    @Test func aModuleMayBeInstalledInTheDefaultContainer() {
        let container = Container()
        let modules: [any ContainerModule<Container>.Type] = [ForContainer.self]
        for module in modules { container.install(module) }
        #expect(container.moduleName() == "installed")
    }

    // MARK: - Errors

    @Test func aMissingRequirementNamesBothModulesAndTheCall() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Plain()
            container.install(Blank.self)
            container.install(Needing.self)
        }
        expectStandardError(
            of: result,
            contains: "the module Needing requires the module Named<Int>, which is not installed",
            "Plain.install(_:)<Needing>  WiringModulesTests/ModuleTests.swift:",
            "Install the required module first: `install(Named<Int>.self, Needing.self)`."
        )
    }

    @Test func aRequirementThatComesLaterIsAnError() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Plain().install(Blank.self, Needing.self, Named<Int>.self)
        }
        expectStandardError(
            of: result,
            contains: "the module Needing requires the module Named<Int>, which is installed after it"
        )
    }

    @Test func modulesThatRequireEachOtherAreNamed() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let container = Plain()
            container.install(Blank.self)
            container.install(Egg.self)
        }
        expectStandardError(
            of: result,
            contains: "modules require each other: Egg → Hen → Nest → Egg",
            "Plain.install(_:)<Egg>  WiringModulesTests/ModuleTests.swift:",
            "Move the declarations that they share to a module of its own"
        )
        #expect(!standardError(of: result).contains("Install the required module first"))
    }

    @Test func aRequirementOfModulesThatRequireEachOtherIsMissing() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            endProcess(after: 500)
            Plain().install(Fox.self)
        }
        expectStandardError(of: result, contains: "the module Fox requires the module Egg, which is not installed")
    }

    @Test func theErrorPrintsThePath() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Incomplete().name()
        }
        expectStandardError(
            of: result,
            contains: "Incomplete.autoRegister()",
            "→ Incomplete.install(_:)<Outer>  WiringModulesTests/ModuleTests.swift:",
            "→ Incomplete.install(_:)<Inner>  WiringModulesTests/ModuleTests.swift:"
        )
    }

    // MARK: - Threads

    /// | First thread            | Second thread           |
    /// | ----------------------- | ----------------------- |
    /// | begins to install       |                         |
    /// |                         | installs, and waits     |
    /// | registers               |                         |
    /// |                         | sees what is registered |
    @Test(.timeLimit(.minutes(10))) func anotherThreadWaitsUntilAModuleIsInstalled() {
        let gated = Gated()
        onThreads(2) { number in
            if number == 1 {
                gated.begun.pass()
                gated.waiting.run { gated.install(Slow.self) }
            } else {
                gated.install(Slow.self)
            }
            gated.names.add(gated.name())
        }
        #expect(gated.names.values == ["slow", "slow"])
        #expect(gated.runs.count == 1)
    }

    /// | First thread               | Second thread                        |
    /// | -------------------------- | ------------------------------------ |
    /// | begins to install `Slow`   |                                      |
    /// |                            | installs `AfterSlow`, which waits    |
    /// | registers                  |                                      |
    /// |                            | `AfterSlow` sees what is registered  |
    @Test(.timeLimit(.minutes(10))) func moduleWaitsForRequiredModuleOfAnotherThread() {
        let gated = Gated()
        onThreads(2) { number in
            if number == 1 {
                gated.begun.pass()
                gated.waiting.run { gated.install(AfterSlow.self) }
            } else {
                gated.install(Slow.self)
            }
        }
        #expect(gated.names.values == ["slow"])
    }

    @Test(.timeLimit(.minutes(10))) func threadsInstallAModuleOnce() {
        for _ in 0..<100 {
            let container = Plain()
            let barrier = Barrier(4)
            onThreads(4) { number in
                barrier.arrive()
                // Modules that install each other, from both ends.
                if number % 2 == 0 { container.install(Ping.self) } else { container.install(Pong.self) }
                container.install(Ping.self, Pong.self)
            }
            let notes = container.notes.values
            #expect(notes.filter { $0 == "begin ping" }.count == 1)
            #expect(notes.filter { $0 == "pong" }.count == 1)
        }
    }
}

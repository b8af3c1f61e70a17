import Testing
import Wiring
import WiringAsync
import WiringInspection
import WiringLifecycle
import WiringModules
import WiringTesting

extension Container {
    fileprivate var promise: Factory<Service?> { promised() }
    fileprivate var parts: Collected<Service> { collected() }
    fileprivate var once: Factory<Service> { self { Service() }.cached.onDebug { Service() }.once() }
}

/// Contexts are those of the test's own container, in which no argument is set.
@Suite(.container) struct ExplanationTests {
    private let container = Container.shared
    private let file = "\(#fileID)"

    @Test func theDeclarationWinsIfNothingElseIsSet() {
        let explanation = container.explain(\.plain)
        #expect(explanation.candidates.map(\.source) == [.declaration])
        #expect(explanation.winner?.source == .declaration)
        #expect(explanation.scope == "unique")
        #expect(explanation.scopeOrigin == .nothing)
        #expect(explanation.instance == .none)
    }

    @Test func aRegistrationReplacesTheDeclaration() {
        container.plain.register { Service() }
        let line = #line - 1
        let explanation = container.explain(\.plain)
        #expect(explanation.winner?.source == .registration)
        #expect(explanation.winner?.location == "\(file):\(line)")
        #expect(explanation.candidates.map(\.reason) == [nil, "is replaced by the registration"])
    }

    @Test func aContextReplacesARegistrationAndAnOverrideReplacesBoth() {
        container.tested.register { Service() }
        let withContext = container.explain(\.tested)
        #expect(withContext.winner?.source == .context(.test))
        #expect(
            withContext.candidates.map(\.reason) == [
                "does not apply: the program was not given this argument", nil, "is replaced by `onTest`",
                "is replaced by `onTest`",
            ]
        )
        container.tested.override { Service() }
        let withOverride = container.explain(\.tested)
        #expect(withOverride.winner?.source == .override)
        #expect(withOverride.candidates.map(\.isUsed) == [true, false, false, false, false])
    }

    @Test func aRuntimeArgumentSelectsItsContext() {
        FactoryContext.setArg("first", forKey: "key")
        #expect(container.explain(\.tested).winner?.source == .context(.arg("first")))
    }

    @Test func whatAChildSetsReplacesWhatItsParentSets() {
        container.plain.register { Service() }
        let child = container.child()
        child.plain.register { Service() }
        let line = #line - 1
        let explanation = child.explain(\.plain)
        #expect(explanation.containers == ["a child of Container", "Container"])
        #expect(explanation.winner?.location == "\(file):\(line)")
        #expect(
            explanation.candidates.map(\.reason) == [
                nil, "is replaced by that of a child of Container", "is replaced by the registration",
            ]
        )
        #expect(child.child().explain(\.plain).containers[0] == "a child of a child of Container")
        // Of a parent, an override replaces the child's registration.
        container.plain.override { Service() }
        #expect(child.explain(\.plain).winner?.source == .override)
    }

    @Test func whatAutoRegisterSetsIsReplacedByWhatOthersSet() {
        let automatic = AutomaticContainer()
        let before = automatic.explain(\.service)
        #expect(before.winner?.source == .registration)
        #expect(before.winner?.isAutomatic == true)
        automatic.service.register { Service() }
        let after = automatic.explain(\.service)
        #expect(after.candidates.map(\.isAutomatic) == [false, true, false])
        #expect(after.candidates[1].reason == "is replaced by that set outside `autoRegister()`")
    }

    @Test func whatAutoRegisterOfAParentSetsDoesNotCountInAChild() {
        let automatic = AutomaticContainer()
        automatic.service.register { Service() }
        let candidates = automatic.child().explain(\.service).candidates
        #expect(candidates.map(\.isAutomatic) == [false, true, true, false])
        #expect(
            candidates.map(\.reason) == [
                nil, "is replaced by that of AutomaticContainer",
                "does not count: a child runs its own `autoRegister()`", "is replaced by the registration",
            ]
        )
    }

    @Test func onlyParentsOfTheSameTypeMakeAChildOne() {
        let room = Room(in: container)
        #expect(room.explain(\.chair).containers == ["Room", "Container"])
        #expect("\(container.explain(\.plain))".contains("looked up in") == false)
    }

    @Test func anUnkeptPromiseIsExplained() {
        let text = "was promised, but nothing is registered: a resolution stops the program"
        container.manager.promiseTriggersError = true
        #expect(container.explain(\.promise).isUnkeptPromise)
        #expect("\(container.explain(\.promise))".contains(text))
        container.promise.register { Service() }
        #expect(!container.explain(\.promise).isUnkeptPromise)
        container.promise.reset()
        container.promise.onTest { nil }
        #expect(!container.explain(\.promise).isUnkeptPromise)
        let lenient = Container()
        lenient.manager.promiseTriggersError = false
        #expect(!lenient.explain(\.promise).isUnkeptPromise)
        #expect(!"\(lenient.explain(\.promise))".contains(text))
        // In a preview, an unkept promise is no error by default.
        FactoryContext.current.isPreview = true
        let preview = Container()
        #expect(preview.promise() == nil)
        #expect(!preview.explain(\.promise).isUnkeptPromise)
        #expect(preview.findFaults(\.promise).isEmpty)
    }

    @Test func anExplanationBuildsNothingAndChangesNothing() {
        let before = container.kept()
        #expect(container.explain(\.kept).instance == .kept(age: nil))
        #expect(container.kept() === before)
        container.kept.reset(.scope)
        #expect(container.explain(\.kept).instance == .none)
        #expect(container.explain(\.kept).instance == .none)
    }

    @Test func theScopeIsExplained() {
        #expect(container.explain(\.kept).scope == "cached")
        #expect(container.explain(\.kept).scopeOrigin == .declaration)
        container.plain.scope(.shared)
        #expect(container.explain(\.plain).scope == "shared")
        #expect(container.explain(\.plain).scopeOrigin == .container)
        let other = Container()
        other.manager.defaultScope = .cached
        #expect(other.explain(\.plain).scope == "cached")
        #expect(other.explain(\.plain).scopeOrigin == .defaultScope)
        // It does not apply to a collection.
        #expect(other.explain(\.parts).scope == "unique")
        #expect(other.explain(\.parts).scopeOrigin == .nothing)
        _ = other.parts.cached
        #expect(other.explain(\.parts).scope == "cached")
        #expect(other.explain(\.parts).scopeOrigin == .container)
    }

    @Test func whatMakesASingletonInAChildIsTheOriginOfTheScope() {
        let parent = Container()
        parent.manager.defaultScope = .cached
        let first = parent.child()
        first.plain.scope(.singleton)
        #expect(first.explain(\.plain).isResolvedFromRoot && first.explain(\.plain).scope == "singleton")
        #expect(first.explain(\.plain).scopeOrigin == .container)
        let second = parent.child()
        second.manager.defaultScope = .singleton
        #expect(second.explain(\.plain).isResolvedFromRoot && second.explain(\.plain).scope == "singleton")
        #expect(second.explain(\.plain).scopeOrigin == .defaultScope)
    }

    @Test func whatReplacesAModifierBeforeOnceIsExplained() {
        let child = container.child()
        child.once.scope(.singleton)
        #expect(child.explain(\.once).isResolvedFromRoot)
        #expect(child.explain(\.once).scopeOrigin == .container)
        container.once.onDebug { Service() }
        #expect(container.findFaults(\.once).isEmpty)
    }

    @Test func aSingletonIsResolvedFromTheRootUnlessAChildReplacesIt() {
        let child = container.child()
        let instance = child.single()
        #expect(child.explain(\.single).isResolvedFromRoot)
        #expect(child.explain(\.single).instance == .kept(age: nil))
        #expect("\(child.explain(\.single))".contains("\nresolved from the root, because it is a singleton\n"))
        child.single.override { Service() }
        let explanation = child.explain(\.single)
        #expect(!explanation.isResolvedFromRoot)
        #expect(explanation.scope == "cached")
        #expect(explanation.scopeOrigin == .child)
        #expect(explanation.instance == .none)
        #expect(container.single() === instance)
    }

    @Test func aChildKeepsWhatWouldBeASingletonByDefault() {
        let parent = Container()
        parent.manager.defaultScope = .singleton
        let child = parent.child()
        child.plain.override { Service() }
        #expect(child.explain(\.plain).scope == "cached")
        #expect(child.explain(\.plain).scopeOrigin == .child)
        #expect(parent.explain(\.plain).scopeOrigin == .defaultScope)
    }

    @Test func candidatesAreInOrderOfPrecedence() {
        let argument = { (argument: String) in ClosureSource.context(.arg(argument)) }
        for name in ["alpha", "zeta", "beta"] { container.plain.onArg(name) { Service() } }
        container.plain.onTest { Service() }
        FactoryContext.current.arguments = ["program", "zeta", "beta"]
        let explanation = container.explain(\.plain)
        #expect(
            explanation.candidates.map(\.source) == [
                argument("zeta"), argument("beta"), argument("alpha"), .context(.test), .declaration,
            ]
        )
        #expect(explanation.winner?.source == argument("zeta"))
    }

    @Test func instancesForParametersAreCounted() {
        _ = (container.counted(1), container.counted(2))
        #expect(container.explain(\.counted).instance == .keptForParameters(count: 2))
    }

    @Test func theTimeSinceTheLastUseIsKnownWithATimeToLive() throws {
        _ = container.timed()
        guard case .kept(let age?) = container.explain(\.timed).instance else {
            Issue.record("the instance has no age")
            return
        }
        #expect(age < .seconds(60))
        #expect(container.explain(\.timed).timeToLive == .seconds(60))
        #expect("\(container.explain(\.timed))".contains(" into its time to live, so no closure is called"))
    }

    @Test func decorationsAndHooksAreNamed() {
        container.hooked.decorate { $0 }
        let line = #line - 1
        let explanation = container.explain(\.hooked)
        #expect(explanation.decorations.map(\.location) == ["\(file):\(line)"])
        #expect(explanation.hooks == [.onStart, .onStop])
    }

    @Test func decorationsAreInTheOrderInWhichTheyApply() {
        let parent = AutomaticContainer()
        parent.lines.decorate({ $0 + [2] }, line: 2)
        let child = parent.child()
        child.lines.decorate({ $0 + [3] }, line: 3)
        let explained = child.explain(\.lines).decorations.filter(\.isUsed).map(\.location)
        #expect(explained == child.lines().map { "\(file):\($0)" })
    }

    @Test func decorationsThatDoNotApplyComeFirst() {
        container.plain.modify { _ in }
        let child = container.child()
        child.plain.override { Service() }
        child.plain.modify { _ in }
        #expect(child.explain(\.plain).decorations.map(\.isUsed) == [false, true])
    }

    @Test func anAsynchronousFactoryIsExplained() async throws {
        #expect(container.explain(\.opened).instance == .none)
        _ = try await container.opened()
        #expect(container.explain(\.opened).instance == .kept(age: nil))
    }

    @Test func theWholeTextIsReadable() {
        container.tested.register { Service() }
        let register = #line - 1
        let child = container.child()
        child.tested.override { Service() }
        let override = #line - 1
        child.tested.modify { _ in }
        let modify = #line - 1
        #expect(
            child.explain(\.tested).description == """
                Container.tested<Service>, declared at WiringInspectionTests/Declarations.swift:13
                looked up in a child of Container, then Container
                closures, in order of precedence:
                    override        a child of Container: \(file):\(override)  wins
                    onArg("first")                                                                          does not apply: the program was not given this argument
                    onTest                                                                                  is replaced by the override
                    registration    Container: \(file):\(register)             is replaced by the override
                    declaration     WiringInspectionTests/Declarations.swift:13                             is replaced by the override
                decorations, in order:
                    decoration  a child of Container: \(file):\(modify)  applies
                scope: unique, because nothing sets a scope
                instance: none
                """
        )
    }
}

private final class Room: ChildContainer {
    let manager = ContainerManager()
    let parent: Container

    init(in parent: Container) { self.parent = parent }
}

extension Room {
    fileprivate var chair: Factory<Service> { self { Service() } }
}

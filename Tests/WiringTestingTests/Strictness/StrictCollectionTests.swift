import Testing
import WiringFixtures
import WiringModules
import WiringTesting

private struct Part: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

private final class Automatic: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = Automatic()
    let manager = ContainerManager()

    func autoRegister() {
        parts.contribute { Part("automatic") }
    }
}

extension Automatic: TaskLocalContainer {
    static var taskLocal: TaskLocal<Automatic> { $shared }
}

/// A container whose shared container has a contribution.
private final class Outer: SharedContainer {
    @TaskLocal static var shared = Outer().with { $0.parts.contribute { Part("outer") } }
    let manager = ContainerManager()
}

extension Outer: TaskLocalContainer {
    static var taskLocal: TaskLocal<Outer> { $shared }
}

extension SharedContainer {
    fileprivate var parts: Collected<Part> { collected() }
    fileprivate var keptParts: Collected<Part> { collected().cached }
    fileprivate var testedParts: Collected<Part> { collected().onTest { [Part("test's")] } }
    fileprivate var keyedParts: KeyedCollected<Int, Part> { collected() }
    fileprivate var part: Factory<Part> { self { Part("live") } }
}

private enum Contributing: ContainerModule {
    static func register(in container: Container) { container.parts.contribute { Part("module") } }
}

/// A strict test judges the parts of a collection, and not the collection.
@Suite(.failuresOnly) struct StrictCollectionTests {
    @Test(.container(.strict)) func anEmptyCollectionIsNotLive() {
        #expect(Container.shared.parts().isEmpty)
        #expect(Container.shared.keyedParts().isEmpty)
    }

    @Test(.container(.strict), .override(\.part) { Part("mock") }) func aCollectionThatAScopeKeepsIsNotLive() {
        for count in 0..<3 {
            #expect(Container.shared.keptParts().count == count)
            #expect(Container.shared.keptParts().count == count)
            Container.shared.keptParts.contribute(\.part)
        }
        for scope in [Scope.Cached(), Scope.Cached()] {
            #expect(Container.shared.keptParts.scope(scope)().count == 3)
        }
    }

    @Test(.container(.strict)) func aCollectionThatTakesItsScopeAwayIgnoresNothing() {
        let kept = Container.shared.keptParts
        _ = Container.shared.keptParts.scope(nil)
        #expect(kept().isEmpty)
    }

    @Test(.container(.strict)) func aCollectionWithoutItsScopeIgnoresNothing() {
        for _ in 0..<2 { #expect(Container.shared.keptParts.scope(nil)().isEmpty) }
    }

    @Test(.container(.strict)) func aScopeOfACollectionThatSetsNoneIsNotIgnored() {
        _ = Container.shared.parts.cached
        #expect(Container.shared.parts().isEmpty)
    }

    @Test(.container(.strict)) func aLivePartFails() {
        Container.shared.parts.contribute(\.part)
        Container.shared.keyedParts.contribute(\.part, forKey: 1)
        withKnownIssue { #expect(Container.shared.parts().count == 1) }
        withKnownIssue { #expect(Container.shared.keyedParts().count == 1) }
    }

    @Test(.container(.strict), .override(\.part) { Part("mock") }) func anOverriddenPartIsNotLive() {
        Container.shared.parts.contribute(\.part)
        #expect(Container.shared.parts().map(\.name) == ["mock"])
    }

    @Test(.container(.strict), .allow(\.part)) func anAllowedPartMayBeLive() {
        Container.shared.parts.contribute(\.part)
        #expect(Container.shared.parts().map(\.name) == ["live"])
    }

    @Test(.container(.strict) { $0.parts.contribute { Part("test's") } })
    func aClosureThatTheTestContributesIsNotLive() {
        Container.shared.keyedParts.contribute(forKey: 1) { Part("test's") }
        Container.shared.install(Contributing.self)
        #expect(Container.shared.parts().map(\.name) == ["test's", "module"])
        #expect(Container.shared.keyedParts().count == 1)
    }

    @Test(
        .expecting(
            "Wiring: this strict test used the real Automatic.parts<Part>: `autoRegister()`*",
            "      Automatic.parts<Array<Part>>*",
            "    → Automatic.parts<Part>*",
            "If it is a collaborator, replace it: `.override(\\Automatic.parts)*",
            at: 16
        ),
        .container(.strict, for: Automatic.self)
    ) func aClosureThatAutoRegisterContributesIsLive() {
        #expect(Automatic.shared.parts().count == 1)
    }

    @Test(.container(.strict, for: Automatic.self), .allow(\Automatic.parts))
    func allowingTheCollectionAllowsItsClosures() {
        #expect(Automatic.shared.parts().map(\.name) == ["automatic"])
    }

    @Test(.container(.strict, for: Automatic.self), .override(\Automatic.parts) { [Part("mock")] })
    func overridingTheCollectionReplacesItsParts() {
        #expect(Automatic.shared.parts().map(\.name) == ["mock"])
    }

    @Test(
        .expecting(
            "Wiring: Container.parts<Part> has a contribution that was never used in this strict test",
            "      declared at WiringTestingTests/StrictCollectionTests.swift:*",
            "Remove it, or *",
            at: #line
        ),
        .container(.strict) { $0.parts.contribute { Part("unused") } }
    ) func aClosureThatIsNeverResolvedFails() {}

    @Test(.container(.strict) { $0.parts.contribute { Part("unused") } }, .allow(\.parts))
    func anAllowedClosureNeedNotBeResolved() {}

    @Test(
        .expecting(
            "Wiring: Container.parts<Part> has a contribution that was never used in this strict test",
            "      declared at WiringTestingTests/StrictCollectionTests.swift:*",
            "An override at WiringTestingTests/StrictCollectionTests.swift:\(#line + 1) takes precedence over it. *",
            at: #line + 2
        ),
        .container(.strict)
    ) func aClosureUnderAnOverrideOfTheCollectionFails() {
        Container.shared.parts.override { [] }
        Container.shared.parts.contribute { Part("unused") }
        #expect(Container.shared.parts().isEmpty)
    }

    @Test(
        .expecting(
            "Wiring: Container.testedParts<Part> has a contribution that was never used in this strict test",
            "      declared at WiringTestingTests/StrictCollectionTests.swift:*",
            """
            `onTest` takes precedence over it. Override the dependency instead: `container.testedParts.override { … }`. If it \
            need not be used, write `.allow(\\.testedParts)`.
            """,
            at: #line + 1
        ),
        .container(.strict)
    ) func aClosureUnderAClosureForTestsFails() {
        Container.shared.testedParts.contribute { Part("unused") }
        #expect(Container.shared.testedParts().map(\.name) == ["test's"])
    }

    @Test(.container(.strict)) func aPartThatAKeyPathContributesNeedNotBeResolved() {
        Container.shared.parts.contribute(\.part)
        Container.shared.keyedParts.contribute(\.part, forKey: 1)
    }

    @Test(.container(.strict)) func theResolutionsShowThePartsWithinTheCollection() {
        Container.shared.parts.contribute { Part("a") }
        Container.shared.part.register { Part("b") }
        Container.shared.parts.contribute(\.part)
        _ = Container.shared.parts()
        #expect(Container.shared.resolutions.map(\.name) == ["parts", "parts", "part"])
        #expect(Container.shared.resolutions.map(\.level) == [0, 1, 1])
        #expect(Container.shared.resolutions.map(\.origin) == [.declaration, .replacement, .replacement])
    }

    @Test(.container, .container([.strict, .inheriting], for: Outer.self)) func aClosureThatTheTestInheritsIsLive() {
        withKnownIssue { #expect(Outer.shared.parts().count == 1) }
    }
}

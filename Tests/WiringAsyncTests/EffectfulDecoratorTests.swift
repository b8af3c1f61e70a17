import Testing
import WiringAsync
import WiringTestSupport
import WiringTesting

private final class Study: SharedContainer, AutoRegistering {
    @TaskLocal static var shared = Study()
    let manager = ContainerManager()
    let seen = Collection<String>()

    func autoRegister() { decorator { [seen] in seen.add("\($0)") } }
}

extension Study {
    fileprivate var key: ThrowingFactory<String, any Error> { self { "key" } }
    fileprivate var page: AsyncFactory<String, Never> { self { "page" } }
}

private final class Visit: ChildContainer {
    let manager = ContainerManager()
    let parent: Study

    init(parent: Study) { self.parent = parent }
}

extension Visit {
    fileprivate var ticket: ThrowingFactory<String, any Error> { self { "ticket" } }
}

/// The decorator of the container, for dependencies that throw or await.
@Suite struct EffectfulDecoratorTests {
    @Test func theFirstResolutionIsShownToADecoratorThatAutoRegisterSets() async throws {
        let (throwing, awaiting) = (Study(), Study())
        _ = try throwing.key()
        #expect(throwing.seen.values == ["key"])
        _ = await awaiting.page()
        #expect(awaiting.seen.values == ["page"])
    }

    @Test func theFirstResolutionOfAChildIsShownToTheDecoratorOfItsParent() throws {
        let study = Study()
        let shown = Collection<String>()
        study.decorator { shown.add("\($0)") }
        _ = try Visit(parent: study).ticket()
        #expect(shown.values == ["ticket"])
    }
}

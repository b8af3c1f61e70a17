import Testing
import WiringAsync
import WiringTesting

extension Container {
    fileprivate var leaf: Factory<Int> { self { 1 }.cached }
    fileprivate var pair: Factory<[Int]> { self { [self.leaf(), self.leaf()] } }
    fileprivate var refused: ThrowingFactory<Int, any Error> { self { throw Refusal() }.cached }
    fileprivate var refusedLater: AsyncFactory<Int, any Error> { self { () async throws in throw Refusal() }.cached }
}

private struct Refusal: Error {}

private let declarations = 6

@Suite struct ResolutionsTests {
    @Test(.container) func resolutionsAreListedInOrderOfRequest() {
        #expect(Container.shared.resolutions.isEmpty)
        _ = Container.shared.pair()
        _ = Container.shared.leaf()
        let resolutions = Container.shared.resolutions
        #expect(resolutions.map(\.name) == ["pair", "leaf", "leaf", "leaf"])
        #expect(resolutions.map(\.level) == [0, 1, 1, 0])
        #expect(resolutions.map(\.origin) == [.declaration, .declaration, .scope, .scope])
        #expect(resolutions.map(\.container) == Array(repeating: "Container", count: 4))
        #expect(ObjectIdentifier(resolutions[0].type) == ObjectIdentifier([Int].self))
        #expect(resolutions[0].description == "Container.pair<Array<Int>>")
        #expect(resolutions[0].location == "WiringTestingTests/ResolutionsTests.swift:\(declarations + 1)")
    }

    @Test(.container, .override(\.leaf) { 0 }) func originOfOverriddenDependencyIsReplacement() {
        _ = Container.shared.leaf()
        #expect(Container.shared.resolutions.map(\.origin) == [.replacement])
    }

    @Test(.container) func resolutionsInCopiedContainerAreIncluded() {
        withContainer { _ in
        } operation: {
            _ = Container.shared.leaf()
        }
        #expect(Container.shared.resolutions.map(\.name) == ["leaf"])
    }

    @Test(.container) func resolutionInProgressHasNoOrigin() {
        Container.shared.leaf.register {
            #expect(Container.shared.resolutions.map(\.origin) == [nil])
            return 0
        }
        _ = Container.shared.leaf()
    }

    @Test(.container) func aResolutionThatFailsHasEnded() async {
        #expect(throws: Refusal.self) { try Container.shared.refused() }
        await #expect(throws: Refusal.self) { try await Container.shared.refusedLater() }
        #expect(Container.shared.resolutions.map(\.origin) == [.declaration, .declaration])
    }

    @Test(.container, arguments: 0..<5) func eachCaseHasItsOwnResolutions(number: Int) {
        for _ in 0..<number { _ = Container.shared.leaf() }
        #expect(Container.shared.resolutions.count == number)
    }

    @Test func containerWithoutTraitHasNoResolutions() {
        let container = Container()
        _ = container.leaf()
        #expect(container.resolutions.isEmpty)
    }
}

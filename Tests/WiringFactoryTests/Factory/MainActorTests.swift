import SwiftFiveFixtures
import Testing
import WiringAsync
import WiringTestSupport
import WiringTesting

extension Container {
    @MainActor fileprivate var screen: Factory<Screen> { self { Screen() } }
    @MainActor fileprivate var cached: Factory<Screen> { self { Screen() }.cached }
    @MainActor fileprivate var titled: ParameterFactory<String, Screen> { self { _ in Screen() } }
    @MainActor fileprivate var throwing: ThrowingFactory<Screen, any Error> { self { Screen() } }
    @MainActor fileprivate var throwingCached: ThrowingFactory<Screen, any Error> { self { Screen() }.cached }
    fileprivate var isolatedByItsClosure: Factory<Screen> { self { @MainActor in Screen() }.cached }
    fileprivate var throughAnIsolatedClosure: Factory<Screen> { self { self.isolatedByItsClosure() } }
    fileprivate var titledByItsClosure: ParameterFactory<String, Screen> { self { @MainActor _ in Screen() } }
    fileprivate var throwingByItsClosure: ThrowingFactory<Screen, NotShown> {
        self { @MainActor () throws(NotShown) in try Screen.show() }.cached
    }
    fileprivate var draftByItsClosure: ThrowingParameterFactory<String, Screen, any Error> {
        self { @MainActor _ in try Screen.show() }
    }
    fileprivate var asyncByItsClosure: AsyncFactory<Screen, Never> { self { @MainActor () async in Screen() } }
    fileprivate var asyncTitledByItsClosure: AsyncParameterFactory<String, Screen, any Error> {
        self { @MainActor _ in
            await Task.yield()
            return try Screen.show()
        }
    }
    @MainActor fileprivate var titledTwice: ParameterFactory<String, Screen> { self { @MainActor _ in Screen() } }
    @MainActor fileprivate var isolatedTwice: Factory<Screen> { self { @MainActor in Screen() } }
    @MainActor fileprivate var ofInitializer: Factory<Screen> { self(Screen.init) }
    fileprivate var plain: Factory<Product> {
        self { Product("plain") }
    }
}

@MainActor private final class Screen {
    static var isShown = true

    static func show() throws(NotShown) -> Screen {
        guard isShown else { throw NotShown() }
        return Screen()
    }
}

private struct NotShown: Error {}

/// Resolves off the main actor, outside of a macro so that the error reports this function's line.
private func resolveElsewhere() async {
    _ = await Task.detached { await Container().screen() }.value
}

@globalActor private actor Background {
    static let shared = Background()
}

/// A main-actor declaration can be resolved only on the main actor. Only debug builds check this.
@Suite(.container) struct MainActorTests {
    @Test @MainActor func aMainActorDeclarationResolvesOnTheMainActor() async {
        _ = (Container.shared.screen(), Container.shared.cached(), Container.shared.titled("screen"))
        await Task { _ = Container.shared.screen() }.value
        synchronously()
    }

    @MainActor private func synchronously() { _ = Container.shared.cached() }

    @Test @MainActor func aClosureOfTheMainActorRunsThereInAnyProperty() async {
        let container = Container.shared
        #expect(container.isolatedByItsClosure() === container.isolatedByItsClosure())
        _ = (container.isolatedTwice(), container.ofInitializer(), container.screenModel())
        await Task.detached {
            _ = await container.isolatedByItsClosure.resolveOnMainActor()
            _ = await container.screenModel.resolveOnMainActor()
        }.value
    }

    /// So does one that takes a parameter or throws, and its error is thrown on.
    @Test @MainActor func eachClosureOfTheMainActorRunsThere() throws {
        let container = Container.shared
        _ = (container.titledByItsClosure("screen"), container.titledTwice("screen"), container.titledModel("screen"))
        _ = (
            try container.draftByItsClosure("screen"), try container.draftModel("screen"), try container.throwingModel()
        )
        Screen.isShown = false
        defer { Screen.isShown = true }
        #expect(throws: NotShown.self) { try container.throwingByItsClosure() }
        Screen.isShown = true
        #expect(try container.throwingByItsClosure() === container.throwingByItsClosure())
    }

    @Test func anAsynchronousClosureOfTheMainActorGoesThere() async throws {
        let container = Container.shared
        _ = (await container.asyncByItsClosure(), try await container.asyncTitledByItsClosure("screen"))
        _ = (await container.asyncModel(), await container.asyncTitledModel("screen"))
    }

    /// A closure that replaces it is not isolated.
    @Test func whatReplacesAClosureOfTheMainActorRunsAnywhere() async throws {
        let (container, screen) = (Container.shared, Screen())
        container.isolatedByItsClosure.register { screen }
        container.titledByItsClosure.override { _ in screen }
        container.throwingByItsClosure.register { screen }
        container.draftByItsClosure.override { _ in screen }
        let resolved = Task.detached {
            [
                container.isolatedByItsClosure(), container.titledByItsClosure("screen"),
                try container.throwingByItsClosure(), try container.draftByItsClosure("screen"),
            ]
        }
        #expect(try await resolved.value.allSatisfy { $0 === screen })
    }

    /// It has been built there.
    @Test func whatAClosureOfTheMainActorHasMadeIsFoundAnywhere() async throws {
        let container = Container.shared
        let screens = try await MainActor.run {
            [container.isolatedByItsClosure(), try container.throwingByItsClosure()]
        }
        let resolved = Task.detached { [container.isolatedByItsClosure(), try container.throwingByItsClosure()] }
        #expect(try await resolved.value.elementsEqual(screens, by: ===))
    }

    @Test func aClosureOfTheMainActorNeverRunsElsewhere() async {
        await #expect(processExitsWith: .failure) {
            _ = await Task.detached { Container().isolatedByItsClosure() }.value
        }
        await #expect(processExitsWith: .failure) {
            _ = await Task.detached { Container().titledByItsClosure("screen") }.value
        }
        await #expect(processExitsWith: .failure) {
            _ = try await Task.detached { try Container().throwingByItsClosure() }.value
        }
        await #expect(processExitsWith: .failure) {
            _ = try await Task.detached { try Container().draftByItsClosure("screen") }.value
        }
    }

    @Test func inSwift5ModeItDoesNotEither() async {
        await #expect(processExitsWith: .failure) { _ = await Task.detached { Container().screenModel() }.value }
        await #expect(processExitsWith: .failure) { _ = await Task.detached { Container().titledModel("") }.value }
        await #expect(processExitsWith: .failure) {
            _ = try await Task.detached { try Container().throwingModel() }.value
        }
        await #expect(processExitsWith: .failure) {
            _ = try await Task.detached { try Container().draftModel("") }.value
        }
    }

    @Test func aDetachedTaskCanResolveOnTheMainActor() async {
        let container = Container.shared
        await Task.detached {
            _ = await container.screen.resolveOnMainActor()
            _ = await container.titled.resolveOnMainActor("screen")
            await MainActor.run { _ = container.cached() }
        }.value
    }

    @Test @Background func aNonisolatedDeclarationResolvesAnywhere() async {
        #expect(Container.shared.plain().name == "plain")
        let plain = Container.shared.plain
        #expect(await Task.detached { plain().name }.value == "plain")
    }

    #if DEBUG
        @Test func resolvingOffTheMainActorFails() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await resolveElsewhere()
            }
            let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(message.contains("Container.screen<Screen> belongs to the main actor and was resolved off it"))
            #expect(message.contains("WiringFactoryTests/MainActorTests.swift:8\n"))
            #expect(message.contains("Resolved at WiringFactoryTests/MainActorTests.swift:50."))
            #expect(message.contains("await container.screen.resolveOnMainActor()"))
        }

        @Test func resolvingAnIsolatedClosureOffTheMainActorFails() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = await Task.detached { Container().screenModel() }.value
            }
            expectStandardError(
                of: result,
                contains: "Container.screenModel<ScreenModel> belongs to the main actor and was resolved off it",
                "SwiftFiveFixtures/ScreenModel.swift:11\n",
                "await container.screenModel.resolveOnMainActor()"
            )
        }

        @Test func theMessageHasThePathToTheIsolatedClosure() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = await Task.detached { Container().throughAnIsolatedClosure() }.value
            }
            expectStandardError(
                of: result,
                contains: "Container.isolatedByItsClosure<Screen> belongs to the main actor and was resolved off it",
                "      Container.throughAnIsolatedClosure<Screen>",
                "    → Container.isolatedByItsClosure<Screen>"
            )
        }

        @Test func resolvingAStoredInstanceOnAnotherActorFails() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                _ = await container.cached.resolveOnMainActor()
                _ = await container.cached.resolveOnGlobalActor(Background.shared)
            }
            let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(message.contains("Container.cached<Screen> belongs to the main actor and was resolved off it"))
        }

        @Test func resolvingAParameterFactoryOffTheMainActorFails() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = await Task.detached { await Container().titled("screen") }.value
            }
            let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(message.contains("await container.titled.resolveOnMainActor(…)"))
        }

        @Test func resolvingAThrowingFactoryOffTheMainActorFails() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = try await Task.detached { try await Container().throwing() }.value
            }
            let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(message.contains("Container.throwing<Screen> belongs to the main actor and was resolved off it"))
            #expect(message.contains("`try await MainActor.run { try container.throwing() }`"))
        }

        @Test func resolvingAStoredInstanceOfAThrowingFactoryOffTheMainActorFails() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                _ = try await MainActor.run { try container.throwingCached() }
                _ = try await Task.detached { try await container.throwingCached() }.value
            }
            let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(message.contains("Container.throwingCached<Screen> belongs to the main actor"))
        }
    #endif
}

import SwiftFiveFixtures
import Testing
import WiringTesting

extension Container {
    @MainActor fileprivate var screen: Factory<Screen> { self { Screen() } }
    @MainActor fileprivate var cached: Factory<Screen> { self { Screen() }.cached }
    @MainActor fileprivate var titled: ParameterFactory<String, Screen> { self { _ in Screen() } }
    @MainActor fileprivate var throwing: ThrowingFactory<Screen, any Error> { self { Screen() } }
    @MainActor fileprivate var throwingCached: ThrowingFactory<Screen, any Error> { self { Screen() }.cached }
    fileprivate var isolatedByItsClosure: Factory<Screen> { self { @MainActor in Screen() }.cached }
    @MainActor fileprivate var isolatedTwice: Factory<Screen> { self { @MainActor in Screen() } }
    @MainActor fileprivate var ofInitializer: Factory<Screen> { self(Screen.init) }
    fileprivate var plain: Factory<Product> {
        self { Product("plain") }
    }
}

@MainActor private final class Screen {}

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

    @Test func aClosureOfTheMainActorNeverRunsElsewhere() async {
        await #expect(processExitsWith: .failure) {
            _ = await Task.detached { Container().isolatedByItsClosure() }.value
        }
        // In Swift 5 mode, too.
        await #expect(processExitsWith: .failure) { _ = await Task.detached { Container().screenModel() }.value }
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
            #expect(message.contains("WiringTests/MainActorTests.swift:6\n"))
            #expect(message.contains("Resolved at WiringTests/MainActorTests.swift:23."))
            #expect(message.contains("await container.screen.resolveOnMainActor()"))
        }

        @Test func resolvingAnIsolatedClosureOffTheMainActorFails() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = await Task.detached { Container().screenModel() }.value
            }
            expectStandardError(
                of: result,
                contains: "Container.screenModel<ScreenModel> belongs to the main actor and was resolved off it",
                "SwiftFiveFixtures/ScreenModel.swift:9\n",
                "await container.screenModel.resolveOnMainActor()"
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

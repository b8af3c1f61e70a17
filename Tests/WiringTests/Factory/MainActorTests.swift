import Testing
import WiringTesting

extension Container {
    @MainActor fileprivate var screen: Factory<Screen> { self { Screen() } }
    @MainActor fileprivate var kept: Factory<Screen> { self { Screen() }.cached }
    @MainActor fileprivate var titled: ParameterFactory<String, Screen> { self { _ in Screen() } }
    fileprivate var outer: Factory<Product> {
        self { Product("plain") }
    }
}

@MainActor private final class Screen {}

/// Resolves off the main actor. Not within a macro, which tells another line.
private func resolveElsewhere() async {
    _ = await Task.detached { await Container().screen() }.value
}

@globalActor private actor Background {
    static let shared = Background()
}

/// A declaration that is the main actor's is resolved there alone. Only a debug build looks.
@Suite(.container) struct MainActorTests {
    @Test @MainActor func isResolvedOnTheMainActor() async {
        _ = (Container.shared.screen(), Container.shared.kept(), Container.shared.titled("screen"))
        await Task { _ = Container.shared.screen() }.value
        synchronously()
    }

    @MainActor private func synchronously() { _ = Container.shared.kept() }

    @Test func isResolvedOnTheMainActorFromElsewhere() async {
        let container = Container.shared
        await Task.detached {
            _ = await container.screen.resolveOnMainActor()
            _ = await container.titled.resolveOnMainActor("screen")
            await MainActor.run { _ = container.kept() }
        }.value
    }

    @Test @Background func whatBelongsToNoActorIsResolvedAnywhere() async {
        #expect(Container.shared.outer().name == "plain")
        let outer = Container.shared.outer
        #expect(await Task.detached { outer().name }.value == "plain")
    }

    #if DEBUG
        @Test func offTheMainActorItEndsTheProgram() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await resolveElsewhere()
            }
            let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(message.contains("Container.screen<Screen> belongs to the main actor and was resolved off it"))
            #expect(message.contains("WiringTests/MainActorTests.swift:5\n"))
            #expect(message.contains("Resolved at WiringTests/MainActorTests.swift:17."))
            #expect(message.contains("await container.screen.resolveOnMainActor()"))
        }

        @Test func onAnotherActorItEndsTheProgramThoughAnInstanceIsKept() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                _ = await container.kept.resolveOnMainActor()
                _ = await container.kept.resolveOnGlobalActor(Background.shared)
            }
            let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(message.contains("Container.kept<Screen> belongs to the main actor and was resolved off it"))
        }

        @Test func soDoesOneThatTakesAParameter() async throws {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = await Task.detached { await Container().titled("screen") }.value
            }
            let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(message.contains("await container.titled.resolveOnMainActor(…)"))
        }
    #endif
}

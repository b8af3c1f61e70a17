import Foundation
import Testing
import WiringFoundation
import WiringTesting

extension MovedFeature {
    /// What the article *Moving from swift-dependencies* says about differences.
    @MainActor
    @Suite(.container(.strict), .timeLimit(.minutes(10)))
    struct MovedDifferencesTests {
        private let tea = Note(id: UUID(number: 1), text: "Tea", created: Date(timeIntervalSince1970: 0))

        private func isolatedModel() -> NotesModel {
            withContainer {
                $0.notesClient.modify { $0.load = { [] } }
                $0.date.override(with: .constant(Date(timeIntervalSince1970: 0)))
            } operation: {
                NotesModel()
            }
        }

        @Test func modelDoesNotSeeAnOverrideInAnotherContainer() async {
            let model = isolatedModel()
            await withContainer {
                $0.notesClient.modify { $0.load = { [tea] in [tea] } }
            } operation: {
                await model.load()
            }
            #expect(model.notes.isEmpty)
        }

        @Test func modelSeesAnOverrideInACopyOfItsContainer() async {
            let model = isolatedModel()
            await withContainer(from: model.container) {
                $0.notesClient.modify { $0.load = { [tea] in [tea] } }
            } operation: {
                await model.load()
            }
            #expect(model.notes == [tea])
        }

        @Test func childModelDoesNotSeeAnOverrideAroundItsCreation() async throws {
            let (store, other) = (NoteStore(), NoteStore())
            let model = withContainer {
                $0.clock.override { ImmediateClock() }
                $0.notesClient.modify { $0.save = { await store.save($0) } }
            } operation: {
                NotesModel()
            }
            withContainer(from: model.container) {
                $0.notesClient.modify { $0.save = { await other.save($0) } }
            } operation: {
                model.select(tea)
            }
            model.detail?.edit("Coffee")
            try await model.detail?.saving?.value
            #expect(await store.notes.map(\.text) == ["Coffee"])
            #expect(await other.notes.isEmpty)
        }

        @Test func boundClosureDoesNotSeeAnOverrideAroundTheCallOfBind() async {
            let model = isolatedModel()
            let text = await withContainer(from: model.container) {
                $0.date.override(with: .constant(Date(timeIntervalSince1970: 60)))
            } operation: {
                await model.export()
            }
            #expect(text == "Exported at 0")
        }

        @Test func closureOfAnOverrideRunsAtEachResolution() {
            let container = Container.shared
            container.uuid.override { .incrementing }
            #expect([container.uuid()(), container.uuid()()] == [UUID(number: 0), UUID(number: 0)])
            container.uuid.override(with: .incrementing)
            #expect([container.uuid()(), container.uuid()()] == [UUID(number: 0), UUID(number: 1)])
        }

        /// A live client, whose singleton has state.
        private func resolvedClient() async throws -> NotesClient {
            let client = Container.shared.notesClient.override { .live() }()
            try await client.save(tea)
            return client
        }

        @Test func modifiedClientIsBuiltAnewSoItsStateBeginsAnew() async throws {
            _ = try await resolvedClient()
            Container.shared.notesClient.modify { $0.save = { _ in } }
            #expect(try await Container.shared.notesClient().load().isEmpty)
        }

        @Test func overrideWithAChangedCopyKeepsTheState() async throws {
            var client = try await resolvedClient()
            client.save = { _ in }
            Container.shared.notesClient.override(with: client)
            #expect(try await Container.shared.notesClient().load() == [tea])
        }

        @Test(.modify(\.notesClient) { $0.load = { [] } })
        func callOfAnotherEndpointThanTheModifiedOneFailsTheTest() async throws {
            let client = Container.shared.notesClient()
            #expect(try await client.load().isEmpty)
            await withKnownIssue {
                await #expect(throws: (any Error).self) { try await client.save(tea) }
            } matching: {
                $0.comments.first?.rawValue.contains("`save` of ") == true
            }
        }
    }
}

import Foundation
import Testing
import WiringFoundation
import WiringTesting

extension MovedFeature {
    @MainActor
    @Suite(.container(.strict), .timeLimit(.minutes(10)))
    struct NotesModelTests {
        private struct Offline: Error {}

        private let bread = Note(id: UUID(number: 7), text: "Bread", created: Date(timeIntervalSince1970: 0))

        @Test(
            .override(\.uuid, with: .incrementing),
            .override(\.date, with: .constant(Date(timeIntervalSince1970: 60))),
            .modify(\.notesClient) { $0.save = { _ in } }
        )
        func addsNotesAndExportsThem() async throws {
            let model = NotesModel()
            try await model.add("Milk")
            try await model.add("Tea")
            #expect(model.notes.map(\.id) == [UUID(number: 0), UUID(number: 1)])
            #expect(await model.export() == "Exported at 60\n- Milk\n- Tea")
        }

        @Test func savesTheLastEditAfterASecond() async throws {
            let (clock, store) = (TestClock(), NoteStore())
            let model = withContainer {
                $0.clock.override(with: clock)
                $0.notesClient.modify {
                    $0.save = { note in
                        let saved = Note(id: UUID(), text: note.text, created: .now)
                        await store.save(saved)
                    }
                }
            } operation: {
                NotesModel()
            }
            model.select(bread)
            let detail = try #require(model.detail)
            detail.edit("Breads")
            await clock.waitForSleepers()
            detail.edit("Butter")
            try #require(clock.deadlines.isEmpty)
            await clock.advance(by: .seconds(1), awaitingSleepers: 1)
            try await detail.saving?.value
            #expect(await store.notes.map(\.text) == ["Butter"])
        }

        @Test func retriesWhenItIsOnlineAgain() async {
            let model = withContainer {
                $0.notesClient.modify { $0.load = { throw Offline() } }
            } operation: {
                NotesModel()
            }
            await model.load()
            #expect(model.isOffline)
            await withContainer(from: model.container) {
                $0.notesClient.modify { $0.load = { [bread] in [bread] } }
            } operation: {
                await model.retry()
            }
            #expect(!model.isOffline)
            #expect(model.notes == [bread])
        }
    }
}

import Foundation
import Observation
import Wiring
import WiringFoundation

@MainActor @Observable
final class NotesModel {
    private(set) var notes: [Note] = []
    private(set) var isOffline = false
    private(set) var detail: NoteModel?

    @ObservationIgnored let container = Container.shared
    @ObservationIgnored @BoundInjected(\.notesClient) private var client
    @ObservationIgnored @BoundInjected(\.date) private var date
    @ObservationIgnored @BoundInjected(\.uuid) private var uuid

    func load() async {
        do {
            notes = try await client.load()
            isOffline = false
        } catch {
            isOffline = true
        }
    }

    func retry() async { await load() }

    func add(_ text: String) async throws {
        let note = Note(id: uuid(), text: text, created: date.now)
        try await client.save(note)
        notes.append(note)
    }

    func select(_ note: Note) {
        detail = withExistingContainer(container) { NoteModel(note: note) }
    }

    func export() async -> String {
        let notes = notes
        let export = container.bind { NotesExport().text(of: notes) }
        return await Task.detached(operation: export).value
    }
}

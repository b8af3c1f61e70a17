import Observation
import Wiring
import WiringFoundation

@MainActor @Observable
final class NoteModel {
    private(set) var note: Note
    private(set) var saving: Task<Void, any Error>?

    @ObservationIgnored @BoundInjected(\.clock) private var clock
    @ObservationIgnored @BoundInjected(\.notesClient) private var client

    init(note: Note) { self.note = note }

    /// Changes the text. Saves it when it has not changed for a second.
    func edit(_ text: String) {
        note.text = text
        saving?.cancel()
        saving = Task {
            try await clock.sleep(for: .seconds(1))
            try await client.save(note)
        }
    }
}

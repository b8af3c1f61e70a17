import Foundation

struct Note: Equatable, Identifiable, Sendable {
    let id: UUID
    var text: String
    let created: Date
}

/// Keeps notes in memory, in the order in which they were first saved.
actor NoteStore {
    private(set) var notes: [Note] = []

    func save(_ note: Note) {
        if let index = notes.firstIndex(where: { $0.id == note.id }) {
            notes[index] = note
        } else {
            notes.append(note)
        }
    }
}

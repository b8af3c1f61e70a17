import Foundation
import Wiring

struct NotesClient: Sendable {
    var load: @Sendable () async throws -> [Note]
    var save: @Sendable (Note) async throws -> Void
}

extension NotesClient {
    static func live() -> Self {
        let store = NoteStore()
        return Self(
            load: { await store.notes },
            save: { await store.save($0) }
        )
    }

    static let previewValue = Self(
        load: { [Note(id: UUID(), text: "Buy milk", created: Date())] },
        save: { _ in }
    )

    static var testValue: Self {
        Self(load: unimplemented("load"), save: unimplemented("save"))
    }
}

extension Container {
    var notesClient: Factory<NotesClient> {
        self { .live() }.singleton
            .onPreview { .previewValue }
            .onTest { .testValue }
    }
}

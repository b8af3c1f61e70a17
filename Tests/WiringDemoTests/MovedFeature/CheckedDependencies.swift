import Testing
import WiringFoundation
import WiringTesting

private func checkSendable<each T: Sendable>(
    _ dependencies: repeat KeyPath<Container, Factory<each T>>
) {}

/// What the compiler checks on request.
@Suite(.container) struct CheckedDependencies {
    @Test func dependenciesAreSendable() {
        checkSendable(\.notesClient, \.clock, \.date, \.uuid)
    }

    @Test func capturesOfARegistrationAreChecked() async throws {
        let store = NoteStore()
        Container.shared.notesClient.override { @Sendable in
            NotesClient(load: { await store.notes }, save: { await store.save($0) })
        }
        #expect(try await Container.shared.notesClient().load().isEmpty)
    }
}

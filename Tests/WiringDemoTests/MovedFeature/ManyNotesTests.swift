import Foundation
import Testing
import WiringFoundation
import WiringTesting

extension MovedFeature {
    @Suite(
        .container(.strict),
        .override(\.uuid, with: .incrementing),
        .modify(\.notesClient) { $0.save = { _ in } }
    )
    struct ManyNotesTests {
        @Test(arguments: 1...1000)
        func eachCaseHasItsOwnValues(second: Int) async throws {
            let now = Date(timeIntervalSince1970: TimeInterval(second))
            Container.shared.date.override(with: .constant(now))
            let model = await NotesModel()
            for text in ["Milk", "Tea"] { try await model.add(text) }
            let identifiers = await model.notes.map(\.id)
            #expect(identifiers == [UUID(number: 0), UUID(number: 1)])
            let export = await model.export()
            #expect(export == "Exported at \(second)\n- Milk\n- Tea")
        }
    }
}

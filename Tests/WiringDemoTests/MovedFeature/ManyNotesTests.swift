import Foundation
import Testing
import WiringFoundation
import WiringTesting

extension MovedFeature {
    @Suite(.container(.strict), .override(\.uuid, with: .incrementing), .modify(\.notesClient) { $0.save = { _ in } })
    struct ManyNotesTests {
        @Test(arguments: 1...1000)
        func eachCaseHasItsOwnValues(second: Int) async throws {
            Container.shared.date.override(with: .constant(Date(timeIntervalSince1970: TimeInterval(second))))
            let model = await NotesModel()
            for text in ["Milk", "Tea"] { try await model.add(text) }
            #expect(await model.notes.map(\.id) == [UUID(number: 0), UUID(number: 1)])
            #expect(await model.export() == "Exported at \(second)\n- Milk\n- Tea")
        }
    }
}

import Foundation
import WiringFoundation
import WiringTesting
import XCTest

final class NotesXCTests: XCTestCase {
    override func invokeTest() {
        withTestContainer(.strict) {
            let id = UUID(number: 1)
            let tea = Note(id: id, text: "Tea", created: .distantPast)
            $0.notesClient.modify { $0.load = { [tea] } }
        } operation: {
            super.invokeTest()
        }
    }

    @MainActor func testLoadsNotes() async {
        let model = NotesModel()
        await model.load()
        XCTAssertEqual(model.notes.map(\.text), ["Tea"])
    }
}

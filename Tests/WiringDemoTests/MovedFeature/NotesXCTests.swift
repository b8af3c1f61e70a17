import Foundation
import WiringFoundation
import WiringTesting
import XCTest

final class NotesXCTests: XCTestCase {
    override func invokeTest() {
        withTestContainer(.strict) {
            $0.notesClient.modify { $0.load = { [Note(id: UUID(number: 1), text: "Tea", created: .distantPast)] } }
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

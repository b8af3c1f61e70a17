import Foundation
import Wiring
import WiringFoundation

struct NotesExport {
    @Injected(\.date) private var date

    func text(of notes: [Note]) -> String {
        let header = "Exported at \(Int(date.now.timeIntervalSince1970))"
        let lines = notes.map { "- \($0.text)" }
        return ([header] + lines).joined(separator: "\n")
    }
}

import Foundation

// Completes test files with the examples of the documentation, so that an example stands only there, and is compiled and run:
//
//     insert-examples FOLDER DOCUMENT... -- TEMPLATE...
//
// A document is an article or a source file with doc comments. The completed files go to the folder. One that has not changed is
// not written again, and so not compiled again.

let arguments = CommandLine.arguments.dropFirst().split(separator: "--")
guard arguments.count == 2, let folder = arguments[0].first else {
    fatalError("usage: insert-examples FOLDER DOCUMENT... -- TEMPLATE...")
}
let documents = arguments[0].dropFirst().map { URL(filePath: $0) }
var hasFaults = false
for file in arguments[1].map({ URL(filePath: $0) }) {
    do {
        let code = try Template(file: file).completed(from: documents)
        let completed = URL(filePath: folder).appending(path: "Completed\(file.lastPathComponent)")
        if (try? String(contentsOf: completed, encoding: .utf8)) != code {
            try code.write(to: completed, atomically: true, encoding: .utf8)
        }
    } catch let faults as Faults {
        for line in faults.lines { print(line) }
        hasFaults = true
    }
}
exit(hasFaults ? 1 : 0)

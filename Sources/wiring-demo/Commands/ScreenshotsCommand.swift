import Foundation
import Wiring
import WiringDemo

/// Counts screenshots.
struct ScreenshotsCommand: Command {
    static let topic = Topic.screenshots
    static let options: Set = ["--watch", "--stop-after"]

    private let directory: String?
    private let limit: Int?

    nonisolated init(_ words: Words) throws(WrongWords) {
        directory = words.values["--watch"]
        limit = try words.values["--stop-after"].map { word throws(WrongWords) in
            guard word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let number = Int(word), number > 0
            else { throw WrongWords("'\(word)' after --stop-after is no number above 0", Self.topic) }
            return number
        }
        if let word = words.operands.first { throw WrongWords("unknown word '\(word)'", Self.topic) }
    }

    func run() async throws {
        let center = Container.shared.notificationCenter()
        let counter = Container.shared.screenshotCounter()
        defer { counter.cancelMonitoring() }
        var counts = counter.counts().makeAsyncIterator()
        let source: any ScreenshotSource
        if let directory {
            source = try await ImageDirectory(path: directory)
            StandardError.write("Watching \(directory)\n")
        } else {
            source = StandardInput()
        }
        while let taken = try await source.next() {
            for _ in 0..<taken { center.post(name: .screenshotTaken, object: nil) }
            // A count for each, before more is read: a flood on the input waits there.
            for _ in 0..<taken {
                guard let count = await counts.next(isolation: #isolation) else { throw CancellationError() }
                try StandardOutput.write(line: ScreenshotCounter.text(for: count))
                if count == limit { return }
            }
        }
        if counter.count == 0 { try StandardOutput.write(line: ScreenshotCounter.text(for: 0)) }
    }
}

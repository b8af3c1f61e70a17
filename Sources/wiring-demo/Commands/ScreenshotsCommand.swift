import Foundation
import Wiring
import WiringDemo

/// Counts screenshots.
struct ScreenshotsCommand: Command {
    static let topic = HelpTopic.screenshots
    static let options: Set = ["--watch", "--stop-after"]

    private let directory: String?
    private let limit: Int?
    @Injected(\.notificationCenter) private var center

    nonisolated init(_ arguments: Arguments) throws(UsageError) {
        directory = arguments.values["--watch"]
        limit = try arguments.values["--stop-after"].map { value throws(UsageError) in
            guard value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let number = Int(value), number > 0
            else { throw UsageError("'--stop-after' needs a positive number, not '\(value)'", Self.topic) }
            return number
        }
        if let operand = arguments.operands.first { throw UsageError("unexpected argument '\(operand)'", Self.topic) }
    }

    func run() async throws {
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
            // Waits for every count before it reads more, so that a flood of input stays in the pipe.
            for _ in 0..<taken {
                guard let count = await counts.next(isolation: #isolation) else { throw CancellationError() }
                try StandardOutput.write(line: ScreenshotCounter.text(for: count))
                if count == limit { return }
            }
        }
        if counter.count == 0 { try StandardOutput.write(line: ScreenshotCounter.text(for: 0)) }
    }
}

import Foundation
import Wiring
import WiringDemo
import WiringInspection

/// The options, known to every command, that show what its container does.
struct EventOutput: Sendable {
    static let (flags, options): (Set, Set) = (["--events"], ["--flame-chart"])

    private let printsEvents: Bool
    /// The file for a flame chart.
    private let chart: String?

    init(_ arguments: Arguments) throws(UsageError) {
        printsEvents = arguments.flags.contains("--events")
        chart = try arguments.value(of: "--flame-chart")
    }

    /// Runs a command, prints the events of the shared container meanwhile, and draws the chart when the command has ended, even if
    /// it has failed.
    @MainActor
    func watch<Result>(_ command: () async throws -> Result) async throws -> Result {
        let printing = printsEvents ? Container.shared.observe { StandardError.write("\($0)\n") } : nil
        defer { printing?.cancel() }
        guard let chart else { return try await command() }
        let events = RecordedEvents()
        let recording = Container.shared.observe([.builds, .failures, .lifecycle]) { events.add($0) }
        defer { recording.cancel() }
        do {
            let result = try await command()
            try events.draw(to: chart)
            return result
        } catch let error where !(error is ChartError) {
            try? events.draw(to: chart)
            throw error
        }
    }
}

/// The file for a flame chart cannot be written.
struct ChartError: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path): the flame chart cannot be written" }
}

/// The events of a command. Any thread may add one.
private final class RecordedEvents: @unchecked Sendable {
    // SAFETY: The events are reached only under the lock.
    private var events: [ContainerEvent] = []
    private let lock = NSLock()

    func add(_ event: ContainerEvent) { lock.withLock { events.append(event) } }

    func draw(to path: String) throws(ChartError) {
        let svg = FlameChart(lock.withLock { events }).svg
        do {
            try svg.write(toFile: path, atomically: true, encoding: .utf8)
        } catch {
            throw ChartError(path: path)
        }
    }
}

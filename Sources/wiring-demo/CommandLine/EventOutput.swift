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
        let events = Locked<[ContainerEvent]>([])
        let recording = Container.shared.observe([.builds, .failures, .lifecycle]) { event in
            events.withLock { $0.append(event) }
        }
        defer { recording.cancel() }
        do {
            let result = try await command()
            try Self.draw(events.withLock { $0 }, to: chart)
            return result
        } catch let error where !(error is ChartError) {
            try? Self.draw(events.withLock { $0 }, to: chart)
            throw error
        }
    }

    private static func draw(_ events: [ContainerEvent], to path: String) throws(ChartError) {
        do {
            try FlameChart(events).svg.write(toFile: path, atomically: true, encoding: .utf8)
        } catch {
            throw ChartError(path: path)
        }
    }
}

/// The file for a flame chart cannot be written.
struct ChartError: Error, CustomStringConvertible {
    let path: String

    var description: String { "\(path): the flame chart cannot be written" }
}

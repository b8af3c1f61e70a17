import Dispatch

/// Writes lines to standard output, one after the other.
struct StandardOutputLines: LineWriting {
    private let queue = DispatchQueue(label: "standard output")

    func write(line: String) async throws {
        try await BlockingWork.run(on: queue) { try StandardOutput.write(line: line) }
    }
}

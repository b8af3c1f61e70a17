import Dispatch
import Foundation

/// A process and its standard streams.
final class RunningProcess {
    /// The result of a process.
    struct Result: Equatable {
        /// The exit status, or the negated number of the signal that terminated the process.
        var status: Int32
        var output: String
        var errors: String
    }

    /// The destination of standard output.
    enum Output {
        case pipe
        /// A pipe whose reading end is closed.
        case brokenPipe
        case file(String)
    }

    private let process = Process()
    private let input = Pipe()
    private let statuses: AsyncStream<Int32>
    private let outputLines: AsyncStream<String>
    private let errorLines: AsyncStream<String>
    private let reactions = Reactions()
    private var output = ""
    private var errors = ""

    init(_ executable: String, _ arguments: [String], in directory: String? = nil, output: Output = .pipe) throws {
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
        let (outputPipe, errorPipe) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardError = errorPipe
        switch output {
        case .pipe: process.standardOutput = outputPipe
        case .brokenPipe:
            process.standardOutput = outputPipe
            try outputPipe.fileHandleForReading.close()
        case .file(let path): process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        }
        let (statuses, status) = AsyncStream<Int32>.makeStream()
        self.statuses = statuses
        process.terminationHandler = { process in
            status.yield(process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus)
            status.finish()
        }
        try process.run()
        errorLines = Self.lines(of: errorPipe.fileHandleForReading) { [reactions] line in
            reactions[line]?()
        }
        if case .pipe = output {
            outputLines = Self.lines(of: outputPipe.fileHandleForReading)
        } else {
            outputLines = AsyncStream { $0.finish() }
        }
    }

    /// Writes to standard input.
    func write(_ text: String) throws { try write(Data(text.utf8)) }

    func write(_ data: Data) throws { try input.fileHandleForWriting.write(contentsOf: data) }

    /// Writes to standard input, on a thread of its own, and ends it. The process must read all of it.
    func writeAllInput(_ text: String) {
        let handle = input.fileHandleForWriting
        Thread.detachNewThread {
            try? handle.write(contentsOf: Data(text.utf8))
            try? handle.close()
        }
    }

    func endInput() throws { try input.fileHandleForWriting.close() }

    #if os(Linux)
        /// The size of the memory that the process uses, in bytes.
        var residentSize: Int {
            get throws {
                let sizes = try String(contentsOfFile: "/proc/\(process.processIdentifier)/statm", encoding: .utf8)
                return (Int(sizes.split(separator: " ")[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
            }
        }
    #endif

    func send(signal: Int32) { kill(process.processIdentifier, signal) }

    /// Sets what happens as soon as a line of standard error arrives, however busy the threads of the tests are.
    ///
    /// - Parameter react: Called on the thread that reads the lines.
    func when(_ line: String, _ react: @escaping @Sendable () -> Void) {
        reactions[line] = react
    }

    /// Sends a signal as soon as a line of standard error arrives.
    func send(signal: Int32, when line: String) {
        when(line) { [identifier = process.processIdentifier] in kill(identifier, signal) }
    }

    /// Waits for the next line of standard output. Returns `nil` at the end.
    func nextOutputLine() async -> String? {
        for await line in outputLines {
            output += line
            return line
        }
        return nil
    }

    /// Waits for numbered lines of standard output, and returns them in the order of their numbers.
    func outputLines(_ count: Int) async -> [String] {
        var lines: [String] = []
        while lines.count < count, let line = await nextOutputLine() { lines.append(line) }
        return lines.sorted { (Int($0.prefix { $0 != ":" }) ?? 0) < (Int($1.prefix { $0 != ":" }) ?? 0) }
    }

    /// Waits for the next line of standard error. Returns `nil` at the end.
    func nextErrorLine() async -> String? {
        for await line in errorLines {
            errors += line
            return line
        }
        return nil
    }

    /// Waits for the process to end. The result contains the complete output.
    func end() async -> Result {
        while await nextOutputLine() != nil {}
        while await nextErrorLine() != nil {}
        for await status in statuses { return Result(status: status, output: output, errors: errors) }
        fatalError("ended twice")
    }

    /// The lines of a pipe, including their newlines.
    ///
    /// - Parameter arrive: Called with each line, on the thread that reads.
    private static func lines(
        of handle: FileHandle,
        _ arrive: @escaping @Sendable (String) -> Void = { _ in }
    ) -> AsyncStream<String> {
        let (lines, line) = AsyncStream<String>.makeStream()
        Thread.detachNewThread {
            var rest = Data()
            while case let data = handle.availableData, !data.isEmpty {
                rest += data
                while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                    let text = String(decoding: rest[...end], as: UTF8.self)
                    arrive(text)
                    line.yield(text)
                    rest = rest[rest.index(after: end)...]
                }
            }
            if !rest.isEmpty { line.yield(String(decoding: rest, as: UTF8.self)) }
            line.finish()
        }
        return lines
    }

    private final class Reactions: Sendable {
        // Not a `Mutex`: on Linux, the thread sanitizer does not see how the kernel hands over one that threads contend for.
        private let lock = NSLock()
        // SAFETY: It is used only under the lock.
        nonisolated(unsafe) private var reactions: [String: @Sendable () -> Void] = [:]

        subscript(line: String) -> (@Sendable () -> Void)? {
            get { lock.withLock { reactions[line] } }
            set { lock.withLock { reactions[line] = newValue } }
        }
    }
}

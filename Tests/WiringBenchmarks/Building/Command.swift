import Foundation

/// A program that runs as a child process, and what it takes.
struct Command {
    /// What a run printed and took.
    struct Result {
        /// The standard output and the standard error.
        let output: String
        /// The processor time of the program and of all that it started, without that of the system.
        let userSeconds: Double
        let wallSeconds: Double
        /// The peak resident memory of the largest of these processes.
        let peakBytes: Double
    }

    private let words: [String]

    /// - Parameter words: The program, which is searched for, and its arguments.
    init(_ words: [String]) { self.words = words }

    /// Runs the program to its end. Fails if it does.
    func run() throws -> Result {
        let log = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: log) }
        let begin = ContinuousClock.now
        // The usage of one child says the peak of its memory. That of all children would say the greatest of any before it.
        let (status, usage) = try wait(for: try start(writingTo: log.path))
        let time = ContinuousClock.now - begin
        let output = String(decoding: (try? Data(contentsOf: log)) ?? Data(), as: UTF8.self)
        guard status == 0 else { throw FailedCommand(words: words, output: output) }
        #if canImport(Darwin)
            let unit = 1.0
        #else
            let unit = 1024.0
        #endif
        return Result(
            output: output,
            userSeconds: Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) / 1_000_000,
            wallSeconds: time / .seconds(1),
            peakBytes: Double(usage.ru_maxrss) * unit
        )
    }

    /// Starts the program and returns its process.
    private func start(writingTo log: String) throws -> pid_t {
        // A shell redirects the output, and the program takes its place.
        let words = ["/bin/sh", "-c", #"exec "$@" >"$0" 2>&1"#, log] + words
        let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process = pid_t()
        guard posix_spawn(&process, words[0], nil, nil, &arguments, &variables) == 0 else {
            throw FailedCommand(words: words, output: "it cannot be started")
        }
        return process
    }

    private func wait(for process: pid_t) throws -> (status: Int32, usage: rusage) {
        var (status, usage) = (Int32(), rusage())
        while wait4(process, &status, 0, &usage) == -1 {
            guard errno == EINTR else { throw FailedCommand(words: words, output: "it cannot be waited for") }
        }
        return (status, usage)
    }
}

/// A child process has failed.
struct FailedCommand: Error, CustomStringConvertible {
    let words: [String]
    let output: String

    var description: String {
        let end = output.split(separator: "\n").suffix(30).joined(separator: "\n")
        return "\(words.joined(separator: " ")): failed\n\(end)"
    }
}

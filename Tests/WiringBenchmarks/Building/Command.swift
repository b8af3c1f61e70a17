import Foundation

/// A program that runs as a child process, with the resources that it uses.
struct Command {
    /// The output and resource usage of a run.
    struct Result {
        /// The standard output and the standard error.
        let output: String
        /// The user time of the program and of all processes that it started.
        let userSeconds: Double
        let wallSeconds: Double
        /// The peak resident memory of the largest of these processes.
        let peakBytes: Double
    }

    private let words: [String]

    /// - Parameter words: The program, which is looked up in `PATH`, and its arguments.
    init(_ words: [String]) { self.words = words }

    /// Runs the program to its end. Throws if the program fails.
    func run() throws -> Result {
        let log = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: log) }
        let begin = ContinuousClock.now
        // `wait4` reports the peak memory of one child. `getrusage` would report the maximum over all children so far.
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
        // The shell redirects the output, then replaces itself with the program.
        let words = ["/bin/sh", "-c", #"exec "$@" >"$0" 2>&1"#, log] + words
        let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process = pid_t()
        guard posix_spawn(&process, words[0], nil, nil, &arguments, &variables) == 0 else {
            throw FailedCommand(words: words, output: "cannot be started")
        }
        return process
    }

    private func wait(for process: pid_t) throws -> (status: Int32, usage: rusage) {
        var (status, usage) = (Int32(), rusage())
        while wait4(process, &status, 0, &usage) == -1 {
            guard errno == EINTR else { throw FailedCommand(words: words, output: "cannot be waited for") }
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

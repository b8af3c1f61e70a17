#if os(Linux)
    import Foundation

    /// A thread of this process, as the system sees it.
    package struct SystemThread: Equatable, Sendable {
        private let number: String

        /// The calling thread.
        package static var current: SystemThread? {
            let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
            return path?.split(separator: "/").last.map { SystemThread(number: String($0)) }
        }

        /// All threads of this process.
        package static var all: [SystemThread] {
            let numbers = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
            return (numbers ?? []).map { SystemThread(number: $0) }
        }

        /// Whether the thread is asleep, or has exited.
        package var isAsleep: Bool {
            guard let stat = try? String(contentsOfFile: "/proc/self/task/\(number)/stat", encoding: .utf8) else {
                return true
            }
            // The state follows the name, which is in parentheses.
            return stat.split(separator: ")").last?.hasPrefix(" S") == true
        }
    }

    /// A thread that may block at a lock, which other threads can observe.
    package final class BlockingThread: Sendable {
        private enum State {
            case before
            case during(SystemThread?)
            case after
        }

        private let state = Locked(State.before)

        package init() {}

        /// Runs `body` on the calling thread, which becomes the observed one.
        package func run<Result>(_ body: () -> Result) -> Result {
            let thread = SystemThread.current
            state.withLock { $0 = .during(thread) }
            defer { state.withLock { $0 = .after } }
            return body()
        }

        /// Returns when the thread is asleep, or when it has not blocked and `run` has ended.
        package func waitUntilBlocked() {
            while true {
                switch state.withLock({ $0 }) {
                case .during(let thread) where thread?.isAsleep != false: return
                case .after: return
                case .before, .during: sched_yield()
                }
            }
        }
    }
#endif

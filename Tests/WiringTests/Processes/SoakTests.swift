#if os(Linux)
    import Foundation
    import Testing
    import Wiring
    import WiringTestSupport

    /// A server's requests, each with its own container, on several threads of a separate process.
    @Suite struct SoakTests {
        /// A parameter that a tracker counts.
        struct Key: Hashable {
            let number: Int
            let tracked: Tracked

            static func == (left: Key, right: Key) -> Bool { left.number == right.number }
            func hash(into hasher: inout Hasher) { hasher.combine(number) }
        }

        final class Server: SharedContainer, TaskLocalContainer {
            @TaskLocal static var shared = Server()
            static var taskLocal: TaskLocal<Server> { $shared }
            /// Counts the instances, parameters and registered closures of all requests.
            static let tracker = Tracker()
            let manager = ContainerManager()

            var request: Factory<Tracked> { self { Tracked(Self.tracker) }.cached }
            var page: ParameterFactory<Key, Tracked> { self { _ in Tracked(Self.tracker) }.scopeOnParameters.cached }
            var session: ParameterFactory<Key, Tracked> { self { _ in Tracked(Self.tracker) }.scopeOnParameters.shared }
            var state: Factory<Tracked> { self { Tracked(Self.tracker) }.singleton }
            var user: Factory<Tracked> { self { Tracked(Self.tracker) } }
            var handler: Factory<[Tracked]> {
                self { [self.request(), self.user(), self.state(), self.session(Self.key(0))] }.graph
            }

            static func key(_ number: Int) -> Key { Key(number: number, tracked: Tracked(tracker)) }
        }

        /// Handles one request, and starts a task that outlives it.
        private static func handle(_ number: Int, on outer: Server) -> Task<Int, Never> {
            // A key of the outer container that is never resolved again.
            _ = outer.session(Server.key(number))
            return withContainer(for: Server.self) { server in
                let user = Tracked(Server.tracker)
                server.user.override { user }
                if number.isMultiple(of: 3) { server.request.register { Tracked(Server.tracker) } }
            } operation: {
                let server = Server.shared
                for page in 0..<5 { _ = server.page(Server.key(page)) }
                _ = server.handler()
                if number.isMultiple(of: 5) { server.manager.reset(options: .scope) }
                if number.isMultiple(of: 7) {
                    server.manager.push()
                    _ = server.handler()
                    server.manager.pop()
                }
                return Task { Server.shared.handler().count }
            }
        }

        /// Resident memory, in kB.
        private static var memory: Int {
            let fields = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
            return (fields.flatMap { Int($0[1]) } ?? 0) * 4
        }

        /// Runs requests on four threads, five hundred at a time, and waits for the tasks that they started.
        private static func run(_ requests: Int, on outer: Server) async -> Bool {
            for round in 0..<requests / 500 {
                let tasks = Collection<Task<Int, Never>>()
                onThreads(4) { thread in
                    Server.$shared.withValue(outer) {
                        for number in 0..<125 { tasks.add(handle(round * 500 + number * 4 + thread, on: outer)) }
                    }
                }
                for task in tasks.values {
                    guard await task.value == 4 else { return false }
                }
            }
            return true
        }

        @Test(.enabled(if: stress > 1, "WIRING_STRESS is not set")) func memoryDoesNotGrowOverTenThousandRequests()
            async throws
        {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                endProcess(after: 300)
                let outer = Server()
                // Warms up: builds everything that is built only once.
                guard await SoakTests.run(2_000, on: outer) else { exit(1) }
                var memory = [SoakTests.memory]
                for _ in 1...4 {
                    guard await SoakTests.run(2_500, on: outer) else { exit(2) }
                    memory.append(SoakTests.memory)
                }
                let alive = Server.tracker.alive
                FileHandle.standardError.write(Data("alive: \(alive); resident, in kB: \(memory)\n".utf8))
                // A few parameters of the outer container remain until others are added.
                guard alive < 64 else { exit(4) }
                exit(0)
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            let memory = try text.split { !$0.isNumber }.suffix(5).map { try #require(Int($0)) }
            try #require(memory.count == 5, "\(text)")
            // What leaks grows each time. 2 MB is 800 bytes for each of 2,500 requests, which is less than a container with its
            // instances. A sanitizer uses more at times.
            let growth = zip(memory, memory.dropFirst()).map { $1 - $0 }
            #expect(try #require(growth.min()) < 2_048, "\(text)")
        }
    }
#endif

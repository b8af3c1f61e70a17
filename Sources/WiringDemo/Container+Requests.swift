import Foundation
public import Wiring
public import WiringAsync
import WiringLifecycle
public import WiringModules

extension Container {
    /// The name of the user whose session the service opens.
    public var userName: Factory<String> {
        self {
            let login = NSUserName()
            return login.isEmpty ? "guest" : login
        }
    }

    /// Tells the user what the service does.
    public var announcer: Factory<any Announcing> { self { StandardErrorAnnouncer() } }

    /// The requests.
    public var requestLines: Factory<any LineReading> { self { StandardInputLines(limit: Request.longestLine + 1) } }

    /// The answers.
    public var answerLines: Factory<any LineWriting> { self { StandardOutputLines() } }

    /// The plug-ins of the service. Modules contribute them.
    public var requestPlugins: Collected<RequestPluginDeclaration> { collected() }

    /// Answers the requests in a session of the user.
    ///
    /// It is built with every other part of the service, so these start before it and stop after it.
    public var requestServer: AsyncFactory<RequestServer, any Error> {
        self { try await self.makeRequestServer() }.cached
            .onStart { _ in self.announcer().announce("started requests") }
            .onRun { try await $0.serve(SessionContainer(parent: self, user: self.userName())) }
            .onStop(within: .seconds(10)) {
                await $0.drain()
                self.announcer().announce("stopped requests")
            }
    }

    private func makeRequestServer() async throws -> RequestServer {
        // Requests resolve the watcher later. Resolving it here gives it its place in the order.
        _ = try await screenshotWatcher()
        var plugins: [any RequestPlugin] = []
        for plugin in requestPlugins() { plugins.append(try await self[keyPath: plugin]()) }
        return RequestServer(input: requestLines(), output: answerLines(), plugins: plugins)
    }
}

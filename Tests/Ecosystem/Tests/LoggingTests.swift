import Logging
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct LoggingTests {
    @Test func metadataIsProvidedInTheContainerOfTheCodeThatLogs() async throws {
        try await Place(
            .callback,
            "swift-log: `Logger.MetadataProvider { }`, the text of a message, `log(event:)` of a `LogHandler`",
            sees: "that of the code that logs"
        ).check {
            let seen = Seen()
            var logger = Logger(label: "test") { _ in StreamLogHandler.standardError(label: "test") }
            logger.handler.metadataProvider = Logger.MetadataProvider {
                seen.note()
                return [:]
            }
            within("that of the code that logs") {
                logger.warning("\(Self.message(notedBy: seen))")
            }
            let handled = Logger(label: "test") { _ in Handler(seen: seen) }
            within("that of the code that logs") { handled.warning("a message") }
            return await seen.next(3)
        }
    }

    @Test func aHandlerIsMadeInTheContainerOfTheCodeThatCreatesTheLogger() async throws {
        try await Place(
            .callback,
            "swift-log: the closure of `LoggingSystem.bootstrap { }`",
            sees: "that of the code that creates the logger"
        ).check {
            // It can be called once in a process.
            _ = Self.bootstrap
            let logger = within("that of the code that creates the logger") { Logger(label: "labeled") }
            return (logger.handler as? Handler)?.label ?? "none"
        }
    }

    private static let bootstrap: Void = LoggingSystem.bootstrap { label in
        if label == "labeled" { return Handler(label: current) }
        return StreamLogHandler.standardError(label: label)
    }

    private static func message(notedBy seen: Seen) -> String {
        seen.note()
        return "a message"
    }
}

private struct Handler: LogHandler {
    var label = ""
    var seen: Seen?
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { seen?.note() }
}

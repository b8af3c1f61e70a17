import Logging
import Testing
import WiringTesting

@Suite(.timeLimit(.minutes(1))) struct LoggingTests {
    @Test func metadataIsProvidedInTheContainerOfTheCodeThatLogs() async throws {
        try await Place(
            .callback,
            "swift-log: `Logger.MetadataProvider { }`, the text of a message",
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
            return await seen.next(2)
        }
    }

    private static func message(notedBy seen: Seen) -> String {
        seen.note()
        return "a message"
    }
}

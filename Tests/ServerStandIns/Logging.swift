/// Stands for that of swift-log.
public struct Logger: Sendable {
    public let label: String

    public init(label: String) { self.label = label }

    public static var current: Logger { Logger(label: "current") }

    public func warning(_ message: @autoclosure () -> Message) {}

    public func error(_ message: @autoclosure () -> Message) {}

    public struct Message: ExpressibleByStringInterpolation, Sendable {
        public init(stringLiteral value: String) {}
    }
}

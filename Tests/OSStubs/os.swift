// Declarations like those of Apple's module `os`, as far as the package uses them: for `.ci/platforms`, which only type-checks.

public struct OSSignpostID: Sendable {
    public let rawValue: UInt64
    public init(_ value: UInt64) { rawValue = value }
}

public final class OSSignpostIntervalState: Sendable {
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { fatalError() }
}

public struct OSLogPrivacy: Sendable {
    public static var `public`: OSLogPrivacy { fatalError() }
    public static var auto: OSLogPrivacy { fatalError() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(
        _ text: @autoclosure @escaping () -> String,
        privacy: OSLogPrivacy = .auto
    ) {}
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringInterpolation: OSLogInterpolation) {}
    public init(stringLiteral value: String) {}
}

public typealias SignpostMetadata = OSLogMessage

public struct OSSignposter: Sendable {
    public init(subsystem: String, category: String) {}
    public func makeSignpostID() -> OSSignpostID { fatalError() }
    public func beginInterval(
        _ name: StaticString,
        id: OSSignpostID,
        _ message: SignpostMetadata
    ) -> OSSignpostIntervalState { fatalError() }
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}
}

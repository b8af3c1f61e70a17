/// What a program knows of the situation it runs in: the closures that factories have for a
/// ``FactoryContextType`` are chosen by it.
///
/// A new value describes the running process. ``current`` is the one that resolutions go by.
public struct FactoryContext: Sendable, Equatable {
    /// The arguments that the process was launched with, its own name first.
    public var arguments: [String]

    /// Arguments that were set while the program ran, by the key that replaces or removes them.
    public var runtimeArguments: [String: String]

    /// Whether the program runs for a preview in Xcode.
    public var isPreview: Bool

    /// Whether the program runs tests.
    public var isTest: Bool

    /// Whether the program runs in a simulator.
    public var isSimulator: Bool

    /// Whether the program was built for debugging: at first, whether this library was, which its build has in common.
    public var isDebug: Bool

    /// Describes the running process.
    public init() { self = .process }

    /// The running process, as it was launched. Read once.
    private static let process = FactoryContext(
        arguments: CommandLine.arguments,
        runtimeArguments: [:],
        isPreview: ProcessEnvironment["XCODE_RUNNING_FOR_PREVIEWS"] == "1",
        isTest: ProcessEnvironment["XCTestConfigurationFilePath"] != nil
            || isTestRunner(CommandLine.arguments.first ?? ""),
        isSimulator: ProcessEnvironment["SIMULATOR_UDID"] != nil,
        isDebug: isBuiltForDebugging
    )

    private init(
        arguments: [String],
        runtimeArguments: [String: String],
        isPreview: Bool,
        isTest: Bool,
        isSimulator: Bool,
        isDebug: Bool
    ) {
        self.arguments = arguments
        self.runtimeArguments = runtimeArguments
        self.isPreview = isPreview
        self.isTest = isTest
        self.isSimulator = isSimulator
        self.isDebug = isDebug
    }

    /// Whether a program of this path runs tests: a test bundle of SwiftPM, or what loads one.
    static func isTestRunner(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return name.hasSuffix(".xctest") || name == "xctest" || name == "swiftpm-testing-helper"
    }
}

#if DEBUG
    let isBuiltForDebugging = true
#else
    let isBuiltForDebugging = false
#endif

internal import WiringThread

/// Describes the situation that a program runs in. It decides which of a factory's closures for contexts apply: see
/// ``FactoryContextType``.
///
/// A new value describes the running process. Resolutions use the ``current`` context.
public struct FactoryContext: Sendable, Equatable {
    /// The arguments that the process was launched with, its own name first.
    public var arguments: [String]

    /// Arguments that were set at run time, by their keys.
    public var runtimeArguments: [String: String]

    /// The environment that the process was launched with: values by the names of their variables.
    public var environment: [String: String]

    /// Whether the program runs for a preview in Xcode.
    public var isPreview: Bool

    /// Whether the program runs tests.
    public var isTest: Bool

    /// Whether the program runs in a simulator.
    public var isSimulator: Bool

    /// Whether the program was built for debugging. Initially, whether this library was.
    public var isDebug: Bool

    /// The process as it was launched. Read once.
    private static let process = {
        let environment = environmentOfProcess()
        return FactoryContext(
            arguments: CommandLine.arguments,
            runtimeArguments: [:],
            environment: environment,
            // Apple's tools announce themselves by these variables.
            isPreview: environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1",
            isTest: environment["XCTestConfigurationFilePath"] != nil
                || isTestRunner(CommandLine.arguments.first ?? ""),
            isSimulator: environment["SIMULATOR_UDID"] != nil,
            isDebug: isBuiltForDebugging
        )
    }()

    /// Whether any context has ever been changed. If not, all of them describe the process as it was launched.
    static var isAnyChanged: Bool { ProcessCount.changedContexts.current != 0 }

    private static func environmentOfProcess() -> [String: String] {
        var (environment, index) = ([String: String](), 0)
        // If a variable stands twice, the C library reads the first.
        while let entry = wiring_environment(index).map(String.init(cString:)) {
            if let end = entry.firstIndex(of: "="), environment[String(entry[..<end])] == nil {
                environment[String(entry[..<end])] = String(entry[end...].dropFirst())
            }
            index += 1
        }
        return environment
    }

    /// Whether the executable at a path is a test bundle of SwiftPM, or loads one.
    static func isTestRunner(_ path: String) -> Bool {
        let name = path.suffix(after: "/")
        return name.hasSuffix(".xctest") || name == "xctest" || name == "swiftpm-testing-helper"
    }
}

extension FactoryContext {
    // In an extension, because it would hide the memberwise initializer.

    /// Describes the running process.
    public init() { self = .process }

    /// The situation whose closure applies, of those that have one: the first process argument, then a runtime argument in the order
    /// of the keys, then an environment variable in the order of the names, then preview, test, simulator or device, and debug.
    ///
    /// - Parameter types: With one argument each.
    package func selected(among types: [FactoryContextType]) -> FactoryContextType? {
        let runtime = runtimeArguments.filter { types.contains(.arg($0.value)) }.min { $0.key < $1.key }?.value
        if let argument = arguments.first(where: { types.contains(.arg($0)) }) ?? runtime { return .arg(argument) }
        if let name = types.compactMap({ $0.variable(in: environment) }).min(), let value = environment[name] {
            return .environment(name: name, value: value)
        }
        if isPreview, types.contains(.preview) { return .preview }
        if isTest, types.contains(.test) { return .test }
        let device = isSimulator ? FactoryContextType.simulator : .device
        if types.contains(device) { return device }
        return isDebug && types.contains(.debug) ? .debug : nil
    }
}

extension FactoryContext: CustomReflectable {
    @_documentation(visibility: internal)
    public var customMirror: Mirror {
        let children: KeyValuePairs<String, Any> = [
            "arguments": arguments, "runtimeArguments": runtimeArguments, "environment": environment,
            "isPreview": isPreview, "isTest": isTest, "isSimulator": isSimulator, "isDebug": isDebug,
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}

#if DEBUG
    let isBuiltForDebugging = true
#else
    let isBuiltForDebugging = false
#endif

/// A situation for which a factory can have its own closure.
public enum FactoryContextType: Hashable, Sendable {
    /// The program was launched with this argument, or it was set with ``FactoryContext/setArg(_:forKey:)``.
    case arg(String)
    /// The program has any of these arguments.
    case args([String])
    /// The environment has a variable with this name and this value.
    case environment(name: String, value: String)
    /// The program runs for a preview in Xcode.
    case preview
    /// The program runs tests.
    case test
    /// The program was built for debugging.
    case debug
    /// The program runs in a simulator.
    case simulator
    /// The program does not run in a simulator.
    case device
}

// The compiler's own description needs metadata that a release build does not have: see `Package.swift`.
extension FactoryContextType: CustomStringConvertible {
    @_documentation(visibility: internal)
    public var description: String {
        switch self {
        case .arg(let argument): "arg(\(argument.debugDescription))"
        case .args(let arguments): "args(\(arguments))"
        case .environment(let name, let value):
            "environment(name: \(name.debugDescription), value: \(value.debugDescription))"
        case .preview: "preview"
        case .test: "test"
        case .debug: "debug"
        case .simulator: "simulator"
        case .device: "device"
        }
    }
}

extension FactoryContextType {
    /// This context, with one argument at most: one for each of several.
    var each: [FactoryContextType] {
        if case .args(let arguments) = self { arguments.map { .arg($0) } } else { [self] }
    }

    /// The argument that it is for, if it is for one.
    var argument: String? { if case .arg(let argument) = self { argument } else { nil } }

    /// The name of the variable that it is for, if an environment has it with its value.
    func variable(in environment: [String: String]) -> String? {
        if case .environment(let name, let value) = self, environment[name] == value { name } else { nil }
    }
}

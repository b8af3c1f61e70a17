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
    public var description: String {
        switch self {
        case .arg(let argument): "arg(\"\(argument)\")"
        case .args(let arguments): "args(\(arguments))"
        case .environment(let name, let value): "environment(name: \"\(name)\", value: \"\(value)\")"
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
    var argument: String? {
        if case .arg(let argument) = self { argument } else { nil }
    }

    /// The name of the variable that it is for, if an environment has it with its value.
    func variable(in environment: [String: String]) -> String? {
        if case .environment(let name, let value) = self, environment[name] == value { name } else { nil }
    }
}

package import Wiring

extension FactoryContextType {
    /// The modifier that sets a closure for it, as source code.
    package var modifier: String {
        switch self {
        case .arg(let argument): "onArg(\"\(argument)\")"
        case .args(let arguments): "onArgs(\(arguments))"
        case .environment(let name, let value): "onEnvironment(\"\(name)\", \"\(value)\")"
        case .preview: "onPreview"
        case .test: "onTest"
        case .debug: "onDebug"
        case .simulator: "onSimulator"
        case .device: "onDevice"
        }
    }
}

public import Wiring

/// One resolution in a test.
///
/// ```swift
/// @Test(.container, .override(\.weather) { MockWeather() })
/// func aReportAsksForTheWeather() {
///     _ = Container.shared.weatherReport()
///     #expect(Container.shared.resolutions.map(\.name) == ["weatherReport", "weather"])
/// }
/// ```
public struct ResolvedDependency: Sendable, CustomStringConvertible {
    /// Where an instance came from.
    public enum Origin: Sendable {
        /// A closure that overrides, or was registered.
        case replacement
        /// The closure of a context, such as a test or a launch argument.
        case context
        /// The declaration's closure.
        case declaration
        /// A scope kept it, or somebody else built it at that moment.
        case scope
    }

    /// The name of the property that declares it.
    public let name: String
    /// The type that is declared.
    public let type: any Any.Type
    /// The name of the container's type.
    public let container: String
    /// Where it is declared, as `Module/File.swift:12`.
    public let location: String
    /// How many resolutions it was within: 0 for what was asked for outside of any.
    public let level: Int
    /// Where the instance came from; `nil` as long as it is being resolved.
    public internal(set) var origin: Origin?

    init(_ resolution: ObservedResolution) {
        name = resolution.dependency.key
        type = resolution.dependency.product
        container = resolution.container
        location = resolution.dependency.location
        level = resolution.level
    }

    /// The container, the name and the type: `Container.api<any API>`.
    public var description: String { "\(container).\(name)<\(type)>" }

    /// A line of a tree.
    var line: String {
        let indent = String(repeating: "    ", count: level)
        return "\(indent)\(description) = \(origin.map { "\($0)" } ?? "not ended")  \(location)"
    }
}

extension ResolvedDependency.Origin {
    init(_ origin: ObservedResolution.Origin) {
        self =
            switch origin {
            case .replacement: .replacement
            case .context: .context
            case .declaration: .declaration
            case .scope: .scope
            }
    }
}

extension ManagedContainer {
    /// What the test that owns this container has resolved so far, in the order in which it was asked for: what a
    /// resolution needs comes after it. From all of the test's containers, on all threads.
    ///
    /// Empty for a container that no trait of a test has made.
    public var resolutions: [ResolvedDependency] { (manager.observer as? TestReport)?.resolutions ?? [] }
}
